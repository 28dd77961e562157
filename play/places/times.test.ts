import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { speedLabel, toSpeed } from '../player/speed.ts'
import { clockTime, roundedTime, spokenTime, timeLeft } from './times.ts'

describe('a time on the player', () => {
  it('is short in writing', () => {
    assert.deepEqual([clockTime(5), clockTime(245), clockTime(3723.9)], ['0:05', '4:05', '1:02:03'])
  })

  it('has a minus for what is left, until nothing is', () => {
    assert.deepEqual([timeLeft(245.5), timeLeft(1), timeLeft(0.9), timeLeft(-0.1)], ['−4:05', '−0:01', '0:00', '0:00'])
  })

  it('is spelled out for a screen reader', () => {
    assert.equal(spokenTime(3723), '1 hora, 2 minutos e 3 segundos')
    assert.equal(spokenTime(60), '1 minuto')
    assert.equal(spokenTime(0), '0 segundos')
  })

  it('is rounded where a glance is enough', () => {
    assert.deepEqual([roundedTime(40), roundedTime(720), roundedTime(7500)], ['40 s', '12 min', '2 h 05 min'])
  })

  it('has the same seconds in both forms', () => {
    assert.deepEqual([clockTime(40.7), roundedTime(40.7), roundedTime(59.9)], ['0:40', '40 s', '59 s'])
  })
})

describe('a speed', () => {
  it('goes from half to three times, in steps of five hundredths', () => {
    assert.deepEqual([toSpeed(0.1), toSpeed(1.27), toSpeed(9)], [0.5, 1.25, 3])
  })

  it('is 1 when the stored value is no speed', () => {
    assert.deepEqual([toSpeed(undefined), toSpeed('rápido'), toSpeed(-1)], [1, 1, 1])
  })

  it('is written with a comma', () => {
    assert.equal(speedLabel(1.25), '1,25×')
  })
})
