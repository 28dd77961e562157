import assert from 'node:assert/strict'
import { link, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Id3Frame, writeId3Tag } from '@estante/formats/audiobook/mp3/id3-frames.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { isTrackList } from './track-list.ts'

const SOUND = fileURLToPath(new URL('../../../formats/fixtures/audio/relogio.mp3', import.meta.url))
const HALF_A_MILLION = 500_000

describe('MP3s of one album whose tags take seconds to read', () => {
  it('count as separate books after a timeout, which does not block the process', async () => {
    const tracks = await slowTracks
    const ticks = countTicks()

    const areTracks = await isTrackList(tracks, { limitMs: 100 })

    assert.equal(areTracks, false)
    assert.ok(ticks.stop() >= 2, 'nothing else was done meanwhile')
    assert.equal(await isTrackList(tracks), true)
  })

  it('are abandoned as soon as the import is stopped', async () => {
    await assert.rejects(isTrackList(await slowTracks, { signal: AbortSignal.timeout(100) }), {
      name: 'TimeoutError',
    })
  })
})

const slowTracks = writeSlowTracks()

/** Writes two tracks of an album whose name is half a million frames long. */
async function writeSlowTracks(): Promise<string[]> {
  const folder = await temporaryFolder()
  const frames = [...Array<Id3Frame>(HALF_A_MILLION).fill(textFrame('TXXX', 'a')), textFrame('TALB', 'O relógio')]
  const tracks = [join(folder, 'manhã.mp3'), join(folder, 'tarde.mp3')] as const
  await writeFile(tracks[0], Buffer.concat([writeId3Tag(frames, 4), await readFile(SOUND)]))
  await link(...tracks)
  return [...tracks]
}

function countTicks() {
  let ticks = 0
  const timer = setInterval(() => ticks++, 10).unref()
  return {
    stop() {
      clearInterval(timer)
      return ticks
    },
  }
}

function textFrame(id: string, text: string): Id3Frame {
  return { id, body: Buffer.from(`\x03${text}`) }
}
