import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { repeatSound } from '../../fixtures/audio/repeat-sound.ts'
import { SourceFile } from '../source-file.ts'
import { type MovieSound, readMovie } from './movie.ts'
import { rewriteSampleDescriptions } from './sample-description.ts'
import type { Samples } from './samples.ts'
import { writeMp4 } from './write-mp4.ts'

const CLOCK = join(import.meta.dirname, '../../fixtures/audio/relogio.m4b')
const LIGHTHOUSE = join(import.meta.dirname, '../../../examples/catalog/books/o-farol-de-sal.m4b')
const work = await mkdtemp(join(tmpdir(), 'fragments-'))
after(() => rm(work, { recursive: true }))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('fragmented MP4', () => {
  it('contains every sample of the original, byte for byte, at the same instant', async () => {
    const before = await read(LIGHTHOUSE)

    const after = await read((await write(LIGHTHOUSE, before.sound)).path)

    assert.deepEqual(timesOf(after.sound), timesOf(before.sound))
    // The last sample starts after the audible end.
    const audibleSamples = before.sound.samples.sizes.subarray(0, -1)
    assert.deepEqual(after.sound.samples.sizes, audibleSamples)
    assert.equal(totalOf(after.sound.samples), before.sound.skipped + before.sound.audible)
    assert.equal(await hashSamples(after.path, after.sound), await hashSamples(before.path, before.sound))
    assert.deepEqual(after.sound.descriptions, before.sound.descriptions)
  })

  it('has an index with the offset and start time of each fragment', async () => {
    const { sound } = await read(LIGHTHOUSE)

    const { path, resource } = await write(LIGHTHOUSE, sound)

    const bytes = await readFile(path)
    const { start, entries } = readIndex(bytes)
    assert.equal(start, resource.fragments.indexBytes)
    assert.ok(entries.length > 25)
    let position = start
    let audible = 0
    for (const [index, { size, length }] of entries.entries()) {
      assert.equal(bytes.toString('latin1', position + 4, position + 8), 'moof')
      const decodeTime = bytes.readBigUInt64BE(bytes.indexOf('tfdt', position) + 8)
      assert.equal(Number(decodeTime), index === 0 ? 0 : audible + sound.skipped)
      assert.ok(length / sound.timeScale < 11)
      position += size
      audible += length
    }
    assert.equal(position, bytes.length)
    assert.equal(audible, sound.audible)
    // Without it Firefox takes the length of the first fragment for that of the book.
    assert.equal(Number(bytes.readBigUInt64BE(bytes.indexOf('mehd') + 8)), sound.audible)
  })

  it('has a playlist of its fragments', async () => {
    const { sound } = await read(LIGHTHOUSE)

    const { path, playlistPath } = await write(LIGHTHOUSE, sound)

    const { start, entries } = readIndex(await readFile(path))
    const playlist = await readFile(playlistPath, 'utf8')
    const ranges = [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)(?:@(\d+))?$/gm)]
    assert.deepEqual(
      ranges.map(([, size]) => Number(size)),
      entries.map(({ size }) => size),
    )
    assert.deepEqual(ranges.map(([, , offset]) => offset).filter(Boolean), [String(start)])
    const seconds = [...playlist.matchAll(/^#EXTINF:([\d.]+),$/gm)].map(([, length]) => Number(length))
    const total = seconds.reduce((sum, length) => sum + length, 0)
    assert.ok(Math.abs(total - sound.audible / sound.timeScale) < 0.001)
    const [, target] = /^#EXT-X-TARGETDURATION:(\d+)$/m.exec(playlist) ?? []
    assert.ok(seconds.every((length) => Math.round(length) <= Number(target)))
    assert.match(playlist, /^#EXT-X-MAP:URI="audio.m4a",BYTERANGE="\d+@0"$/m)
  })

  it('is written for ten hours within little memory, with less than 50 kB before the first audio', async () => {
    const { sound } = await read(CLOCK)
    const long = repeatSound(sound, 10 * 3600)
    let peak = 0
    let reports = 0
    collectGarbage()
    // Other tests in this process may hold memory.
    const before = process.memoryUsage().arrayBuffers

    const { resource } = await write(CLOCK, long, () => {
      if (reports++ % 100 > 0) return
      // Collect garbage, so that only live memory counts.
      collectGarbage()
      peak = Math.max(peak, process.memoryUsage().arrayBuffers)
    })

    assert.ok(resource.durationSeconds > 36_000 && resource.durationSeconds < 36_010)
    assert.ok(resource.fragments.indexBytes < 50_000, `${resource.fragments.indexBytes}`)
    assert.ok(resource.bytes > 80e6)
    assert.ok(peak - before < 40e6, `${peak - before}`)
  })

  it('excludes samples outside the edit list, except the decoder preroll', async () => {
    const { sound } = await read(LIGHTHOUSE)
    const skipped = 7 * sound.timeScale + 300
    const audible = 60 * sound.timeScale

    const { path, resource } = await write(LIGHTHOUSE, { ...sound, skipped, audible })

    const cut = (await read(path)).sound
    assert.equal(resource.durationSeconds, 60)
    assert.equal(cut.audible, audible)
    const first = Math.floor(skipped / 1024) - 4
    assert.equal(cut.skipped, skipped - first * 1024)
    assert.deepEqual(cut.samples.sizes.subarray(0, 100), sound.samples.sizes.subarray(first, first + 100))
    assert.equal(totalOf(cut.samples), cut.skipped + audible)
  })

  it('has no sample rate where QuickTime’s description has an impossible one', async () => {
    const mp4 = await readFile(CLOCK)
    const at = mp4.indexOf('stsd')
    const stsd = mp4.subarray(at + 4, at - 4 + mp4.readUInt32BE(at - 4))
    const entry = Buffer.concat([stsd.subarray(8, 44), Buffer.alloc(36), stsd.subarray(44)])
    entry.writeUInt32BE(entry.length)
    entry.writeUInt16BE(2, 16)
    entry.writeDoubleBE(-1, 40)

    const written = rewriteSampleDescriptions(Buffer.concat([stsd.subarray(0, 8), entry]))

    assert.equal(written.readUInt32BE(48), 0)
  })

  it('preserves samples of different durations', async () => {
    const { sound } = await read(CLOCK)
    const [run, ...others] = sound.samples.times
    const { samples, length } = run!
    const times = [
      { samples: 10, length },
      { samples: 1, length: 3 * length },
      { samples: samples - 11, length },
      ...others,
    ]
    const uneven = { ...sound, audible: sound.audible + 2 * length, samples: { ...sound.samples, times } }

    const { path } = await write(CLOCK, uneven)

    const { sound: written } = await read(path)
    assert.deepEqual(written.samples.times.slice(0, 2), times.slice(0, 2))
    assert.equal(written.audible, uneven.audible)
  })
})

async function read(path: string): Promise<{ path: string; sound: MovieSound }> {
  await using source = await SourceFile.open(path)
  return { path, sound: (await readMovie(source, new AbortController().signal)).sound }
}

async function write(path: string, sound: MovieSound, onProgress = () => {}) {
  const folder = await mkdtemp(join(work, 'one-'))
  await using source = await SourceFile.open(path)
  const resource = await writeMp4(folder, source, sound, new AbortController().signal, onProgress)
  return { resource, path: join(folder, resource.href), playlistPath: join(folder, resource.fragments.playlist!) }
}

function timesOf({ audible, skipped, timeScale }: MovieSound) {
  return { audible, skipped, timeScale }
}

function totalOf({ times }: Samples): number {
  return times.reduce((sum, { samples, length }) => sum + samples * length, 0)
}

/** Hashes the audible samples. */
async function hashSamples(path: string, { samples, skipped, audible }: MovieSound): Promise<string> {
  const bytes = await readFile(path)
  let left = samples.sizes.subarray(0, Math.ceil((skipped + audible) / 1024)).reduce((sum, size) => sum + size, 0)
  const hash = createHash('sha256')
  for (const { offset, bytes: length } of samples.chunks) {
    hash.update(bytes.subarray(offset, offset + Math.min(length, left)))
    left -= Math.min(length, left)
  }
  return hash.digest('hex')
}

function readIndex(bytes: Buffer) {
  const at = bytes.indexOf('sidx') - 4
  const count = bytes.readUInt16BE(at + 38)
  const entries = Array.from({ length: count }, (_, index) => {
    const entry = at + 40 + index * 12
    return { size: bytes.readUInt32BE(entry), length: bytes.readUInt32BE(entry + 4) }
  })
  return { start: at + bytes.readUInt32BE(at), entries }
}
