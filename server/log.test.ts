import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'

/** Starts a process that logs three lines and then calls `last`. */
function spawnLogging(last: string, standardError: 'pipe' | number = 'pipe') {
  const source = `
    import { createBufferedLogger } from '${new URL('log.ts', import.meta.url)}'
    const log = createBufferedLogger({ logLevel: 'info' })
    for (const line of ['one', 'two', 'three']) log.info(line)
    ${last}`
  const args = ['--input-type=module', '--eval', source]
  return spawn(process.execPath, args, { timeout: 20_000, stdio: ['ignore', 'ignore', standardError] })
}

async function linesOf(last: string): Promise<string[]> {
  return (await text(spawnLogging(last).stderr!)).split('\n').filter((line) => line.startsWith('{'))
}

async function messagesOf(last: string): Promise<string[]> {
  return (await linesOf(last)).map((line) => JSON.parse(line).msg)
}

describe('The log of the service', () => {
  for (const [way, last] of [
    ['because there is nothing left to do', ''],
    ['because it was told to', 'process.exit(1)'],
    ['of an error that nobody caught', 'setTimeout(() => { throw new Error() }, 1)'],
    ['of a promise that nobody caught', 'Promise.reject(new Error())'],
  ] as const) {
    it(`has every line when the process ends ${way}`, async () => {
      const messages = await messagesOf(last)

      assert.deepEqual(messages, ['one', 'two', 'three'])
    })
  }

  it('has every line up to a warning, even when the process is killed', async () => {
    const messages = await messagesOf(`log.error('four'); log.info('five'); process.kill(process.pid, 'SIGKILL')`)

    assert.deepEqual(messages, ['one', 'two', 'three', 'four'])
  })

  it('is flushed soon, while the process lives', async () => {
    const messages = await messagesOf(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)`)

    assert.deepEqual(messages, ['one', 'two', 'three'])
  })

  it('ends no process on a full disk, nor delays its end', { skip: !existsSync('/dev/full') }, async () => {
    const child = spawnLogging(`log.error('four'); log.fatal('five')`, openSync('/dev/full', 'w'))

    const [code] = await once(child, 'exit')

    assert.equal(code, 0)
  })

  it('has timestamps in milliseconds', async () => {
    const before = Date.now()

    const [line = ''] = await linesOf('')

    const { time } = JSON.parse(line)
    assert.equal(new Date(time).toISOString(), time)
    assert.ok(Date.parse(time) >= before && Date.parse(time) <= Date.now())
  })
})
