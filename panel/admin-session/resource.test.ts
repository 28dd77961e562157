import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreachableError } from './answer.ts'
import { createResource, forgetResources } from './resource.ts'

describe('what a screen shows', () => {
  it('is what was asked last, even when its answer comes first', async () => {
    const answers: ((answer: string) => void)[] = []
    const resource = createResource(() => new Promise<string>((resolve) => answers.push(resolve)))
    const loads = [resource.load(), resource.load()]

    answers[1]!('later')
    await loads[1]
    answers[0]!('earlier')
    await loads[0]

    assert.equal(resource.data.value, 'later')
  })

  it('is what an act answered, whatever was asked before it', async () => {
    const answers: ((answer: string) => void)[] = []
    const resource = createResource(() => new Promise<string>((resolve) => answers.push(resolve)))
    const load = resource.load()

    resource.put('changed')
    answers[0]!('as it was')
    await load

    assert.equal(resource.data.value, 'changed')
  })

  it('is not what an answer brings after everything was forgotten', async () => {
    const answers: ((answer: string) => void)[] = []
    const resource = createResource(() => new Promise<string>((resolve) => answers.push(resolve)))
    const load = resource.load()

    forgetResources()
    answers[0]!('what somebody else saw')
    await load

    assert.equal(resource.data.value, undefined)
  })

  it('stays while no other answer comes, with why', async () => {
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
