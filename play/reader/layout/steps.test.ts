import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInTasks, runNow, type Steps } from './steps.ts'

describe('work in steps', () => {
  it('learns at each step whether a new task has begun, of which there is none when it runs at once', async (t) => {
    let now = 0
    t.mock.method(performance, 'now', () => now)
    function* work(): Steps<boolean[]> {
      const news = [yield]
      news.push(yield)
      now += 1000
      news.push(yield)
      news.push(yield)
      return news
    }

    const results = [await runInTasks(work()), runNow(work())]

    assert.deepEqual(results, [
      [false, false, true, false],
      [false, false, false, false],
    ])
  })

  it('waits for no timer between tasks: browsers lengthen timers that start each other', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    function* work(): Steps<string> {
      yield
      return 'done'
    }

    const result = await runInTasks(work())

    assert.equal(result, 'done')
  })
})
