import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createChangeableResource } from './changeable-resource.ts'

describe('createChangeableResource', () => {
  it('rolls back a failed change, but not a later one', async () => {
    const { resource, add, answers } = await letters('a')
    const failed = assert.rejects(add('b'), /refused/)
    const succeeded = add('c')
    const atOnce = resource.data.value

    await answers.fail()
    const afterFailure = resource.data.value
    await answers.next()

    await Promise.all([failed, succeeded])
    assert.deepEqual([atOnce, afterFailure, resource.data.value], ['abc', 'ac', 'ac'])
  })

  it('sends a change once the previous one was answered, and shows both until then', async () => {
    const { resource, add, answers } = await letters('a')
    const both = [add('b'), add('c')]
    await answers.next()
    const afterFirst = resource.data.value
    await answers.next()
    await Promise.all(both)

    assert.deepEqual(answers.sent, ['b', 'c'])
    assert.deepEqual([afterFirst, resource.data.value], ['abc', 'abc'])
  })

  it('never shows a change twice, beside the answer that contains it', async () => {
    const { resource, add, answers } = await letters('a')
    const values: (string | undefined)[] = []
    resource.data.subscribe((letters) => values.push(letters))

    const succeeded = add('b')
    await answers.next()
    await succeeded

    assert.deepEqual([...new Set(values)], ['a', 'ab'])
  })

  it('keeps a pending change over an answer from before it', async () => {
    const { resource, add } = await letters('a')
    void add('b')

    await resource.load()

    assert.equal(resource.data.value, 'ab')
  })

  it('shows a change before the first answer, and the service’s value when it fails', async () => {
    const { resource, add, answers } = await letters('a', { isLoaded: false })
    const failed = assert.rejects(add('b'), /refused/)
    const atOnce = resource.data.value

    await answers.fail()

    await failed
    assert.deepEqual([atOnce, resource.data.value], ['b', 'a'])
  })
})

/** A service that stores letters, and adds one when its call is answered. */
async function letters(start: string, { isLoaded = true } = {}) {
  let stored = start
  const sent: string[] = []
  const waiting: { resolve(): void; reject(reason: Error): void }[] = []
  const resource = createChangeableResource(async () => stored)
  if (isLoaded) await resource.load()
  await settled()

  async function send(letter: string) {
    sent.push(letter)
    const call = Promise.withResolvers<void>()
    waiting.push(call)
    await call.promise
    stored += letter
    return stored
  }

  return {
    resource,
    add: (letter: string) =>
      resource.change(
        (before = '') => before + letter,
        () => send(letter),
      ),
    answers: {
      sent,
      async next() {
        await settled()
        waiting.shift()!.resolve()
        await settled()
      },
      async fail() {
        await settled()
        waiting.shift()!.reject(new Error('refused'))
        await settled()
      },
    },
  }
}

/** Resolves once all work is done that waits for no pending call. */
function settled() {
  return new Promise<void>((resolve) => setImmediate(resolve))
}
