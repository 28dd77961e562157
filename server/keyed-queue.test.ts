import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createKeyedQueue } from './keyed-queue.ts'

it('Tasks of one key run so many at once, in order, also after one failed; other keys do not wait', async () => {
  const enqueue = createKeyedQueue(2)
  const begun: string[] = []
  const ends: { [name: string]: PromiseWithResolvers<void> } = {}
  const take = (key: string, name: string) => {
    ends[name] = Promise.withResolvers()
    return enqueue(key, () => {
      begun.push(name)
      return ends[name]!.promise
    })
  }
  const tasks = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => take(name[0]!, name))
  const atFirst = [...begun]

  ends.a1!.reject(new Error('failed'))
  await assert.rejects(tasks[0]!, /failed/)
  const afterFailure = [...begun]
  for (const end of Object.values(ends)) end.resolve()
  await Promise.all(tasks.slice(1))

  assert.deepEqual(atFirst, ['a1', 'a2', 'b1'])
  assert.deepEqual(afterFailure, ['a1', 'a2', 'b1', 'a3'])
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3', 'a4'])
})
