import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signal } from '@preact/signals'
import type { DroppedEntry } from './group-dropped.ts'
import { startUpload, type Verdict } from './upload.ts'

const file = (path: string, size = 10): DroppedEntry => ({ path, size })
const sixFiles = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => file(path))

/** An upload whose files wait for the test's outcome. */
function uploadOf(files: DroppedEntry[]) {
  const isOnline = signal(true)
  const pauses: number[] = []
  const sends: {
    path: string
    onSent: (bytes: number) => void
    succeed: () => void
    fail: (reason: Verdict) => void
  }[] = []
  const upload = startUpload({
    files,
    isOnline,
    send: ({ path }, onSent, abort) =>
      new Promise((resolve, reject) => {
        sends.push({ path, onSent, succeed: resolve, fail: reject })
        abort.addEventListener('abort', () => reject(abort.reason))
      }),
    judge: (reason) => reason as Verdict,
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
    },
  })
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const succeedAll = async () => {
    for (let at = 0; at < sends.length; at++) {
      sends[at]!.succeed()
      await settled()
    }
  }
  return { upload, isOnline, pauses, sends, settled, succeedAll }
}

describe('an upload', () => {
  it('sends a few files at a time, until all are sent', async () => {
    const { upload, sends, settled, succeedAll } = uploadOf(sixFiles)
    await settled()
    assert.deepEqual(
      sends.map(({ path }) => path),
      ['a', 'b', 'c'],
    )

    sends[1]!.succeed()
    await settled()
    assert.equal(sends[3]?.path, 'd')
    await succeedAll()
    await upload.sent

    assert.equal(upload.state.value, 'sent')
    assert.equal(upload.sentFiles.value, 6)
    assert.equal(upload.sentBytes.value, 60)
  })

  it('reports progress that never decreases', async () => {
    const { upload, sends, settled } = uploadOf([file('a', 100), file('b', 50)])
    await settled()

    sends[0]!.onSent(40)
    sends[1]!.onSent(80)

    assert.deepEqual(upload.current.value, [
      { path: 'a', size: 100, sent: 40 },
      { path: 'b', size: 50, sent: 50 },
    ])
    assert.equal(upload.sentBytes.value, 90)
    sends[0]!.succeed()
    await settled()
    assert.equal(upload.sentBytes.value, 150)
  })

  it('retries interrupted files with growing delays', async () => {
    const { upload, sends, pauses, settled, succeedAll } = uploadOf([file('a')])
    await settled()

    sends[0]!.fail({ act: 'again' })
    await settled()
    sends[1]!.fail({ act: 'again' })
    await settled()
    await succeedAll()
    await upload.sent

    assert.deepEqual(pauses, [1_000, 2_000])
    assert.equal(upload.sentFiles.value, 1)
  })

  it('waits for the network before it starts a file', async () => {
    const { upload, isOnline, sends, pauses, settled, succeedAll } = uploadOf([file('a')])
    await settled()

    isOnline.value = false
    sends[0]!.fail({ act: 'again' })
    await settled()
    assert.equal(upload.state.value, 'waiting')
    assert.equal(sends.length, 1)
    isOnline.value = true
    await settled()
    await succeedAll()
    await upload.sent

    assert.deepEqual(pauses, [])
    assert.equal(upload.state.value, 'sent')
  })

  it('skips a refused file, and reports why', async () => {
    const { upload, sends, settled, succeedAll } = uploadOf([file('a'), file('b')])
    await settled()

    sends[0]!.fail({ act: 'refuse', reason: 'Grande demais.' })
    await settled()
    await succeedAll()
    await upload.sent

    assert.deepEqual(upload.refused.value, [{ path: 'a', reason: 'Grande demais.' }])
    assert.equal(upload.sentFiles.value, 1)
  })

  it('is held when nothing helps, until it is resumed', async () => {
    const { upload, sends, settled, succeedAll } = uploadOf(sixFiles)
    await settled()

    sends[0]!.fail({ act: 'hold', reason: 'Não há espaço em disco.' })
    await settled()
    sends[1]!.succeed()
    await settled()
    assert.equal(upload.state.value, 'held')
    assert.equal(upload.problem.value, 'Não há espaço em disco.')
    assert.equal(sends.length, 3)
    upload.resume()
    await settled()
    await succeedAll()
    await upload.sent

    assert.equal(upload.sentFiles.value, 6)
  })

  it('stops at once', async () => {
    const { upload, sends, settled } = uploadOf(sixFiles)
    await settled()

    upload.stop()
    await settled()

    assert.equal(upload.state.value, 'stopped')
    assert.equal(sends.length, 3)
    assert.deepEqual(upload.current.value, [])
  })
})
