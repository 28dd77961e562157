import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreachableError } from './answer.ts'
import { createResource, forgetResources } from './resource.ts'

describe('createResource', () => {
  it('shows the answer to the last load, even when an earlier one arrives after it', async () => {
    const answers: ((answer: string) => void)[] = []
    const resource = createResource(() => new Promise<string>((resolve) => answers.push(resolve)))
    const loads = [resource.load(), resource.load()]

    answers[1]!('later')
    await loads[1]
    answers[0]!('earlier')
    await loads[0]

    assert.equal(resource.data.value, 'later')
  })

  it('shows an answer that was there before the first load', async () => {
    const resource = createResource(async () => 'loaded', 'there before')

    const before = resource.data.value
    await resource.load()

    assert.deepEqual([before, resource.data.value], ['there before', 'loaded'])
  })

  it('prefers the answer of an action to that of an earlier load', async () => {
    const answers: ((answer: string) => void)[] = []
    const resource = createResource(() => new Promise<string>((resolve) => answers.push(resolve)))
    const load = resource.load()

    resource.put('changed')
    answers[0]!('as it was')
    await load

    assert.equal(resource.data.value, 'changed')
  })

  it('drops answers that arrive after resources were forgotten', async () => {
    const answers: ((answer: string) => void)[] = []
    const resource = createResource(() => new Promise<string>((resolve) => answers.push(resolve)))
    const load = resource.load()

    forgetResources()
    answers[0]!('what somebody else saw')
    await load

    assert.equal(resource.data.value, undefined)
  })

  it('keeps the last answer when a load fails, and says why it failed', async () => {
    let isDown = false
    const resource = createResource(async () => {
      if (isDown) throw new UnreachableError('down')
      return 'known'
    })
    await resource.load()
    isDown = true

    await resource.load()

    assert.equal(resource.data.value, 'known')
    assert.equal(resource.problem.value, 'unreachable')
  })
})
