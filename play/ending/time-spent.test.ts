import assert from 'node:assert/strict'
import { it } from 'node:test'
import { timeSpent } from './time-spent.ts'

it('the time spent on a title is how long it was heard and read, and since when', () => {
  const now = new Date(2026, 10, 12, 9, 30)
  const spent = (month: number, day: number, listeningSeconds: number, readingSeconds: number) =>
    timeSpent({ startedAt: new Date(2026, month, day, 22).toISOString(), listeningSeconds, readingSeconds }, now)

  assert.equal(spent(9, 3, 27_120, 2400), '7 h 32 min ouvindo e 40 min lendo, desde 3 de outubro')
  assert.equal(spent(10, 11, 0, 2400), '40 min lendo, desde ontem')
  assert.equal(spent(10, 12, 90, 59), '2 min ouvindo, hoje')
  assert.equal(spent(10, 12, 59, 0), 'Você começou hoje')
  assert.equal(spent(0, 2, 0, 59), 'Você começou em 2 de janeiro')
  assert.equal(timeSpent({ startedAt: null, listeningSeconds: 0, readingSeconds: 0 }, now), undefined)
})
