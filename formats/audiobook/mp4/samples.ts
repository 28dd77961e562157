import { Refusal } from '../../refusal.ts'
import type { SourceFile } from '../source-file.ts'
import { damageRefusal, type Mp4Box, readBoxBody, readBoxes } from './boxes.ts'

/** Samples contiguous in the file. */
export interface Chunk {
  offset: number
  bytes: number
  samples: number
  /** Index of the sample description, from 1. */
  description: number
}

/** Consecutive samples of equal duration, in units of the track's time scale. */
export interface TimeRun {
  samples: number
  length: number
}

/** A track's samples in playback order. */
export interface Samples {
  sizes: Uint32Array
  times: TimeRun[]
  chunks: Chunk[]
}

/** 100 hours at 48 kHz are 17 million samples of 1,024. */
export const MAX_SAMPLES = 20_000_000
const SAMPLES_A_CHUNK = 64

/** Reads the sample tables of a track (`stbl`), which are empty in a fragmented file. */
export async function readSamples(source: SourceFile, sampleTable: Mp4Box): Promise<Samples> {
  const tables = new Map((await readBoxes(source, sampleTable)).map((box) => [box.type, box]))
  const body = async (type: string) => {
    const box = tables.get(type)
    return box && readBoxBody(source, box)
  }
  const sizes = readSizes(await body('stsz'), await body('stz2'))
  const times = readTimes(await body('stts'))
  const timed = times.reduce((sum, { samples }) => sum + samples, 0)
  if (timed !== sizes.length) throw damageRefusal()
  const offsets = readOffsets(await body('stco'), await body('co64'))
  const chunks = layOut(sizes, offsets, await body('stsc'))
  return { sizes, times, chunks }
}

/** Throws `Refusal` when a sample lies outside the file, or when the samples sum to more bytes than the file has. */
export function checkSamplesLieIn(source: SourceFile, { chunks }: Samples): void {
  let bytes = 0
  for (const chunk of chunks) {
    bytes += chunk.bytes
    if (chunk.offset + chunk.bytes > source.size) {
      throw new Refusal('O áudio está incompleto: o arquivo termina antes do fim do som.')
    }
  }
  if (bytes > source.size) throw damageRefusal()
}

/** Appends a chunk, merged into the last one if that is contiguous and still small. */
export function addChunk(chunks: Chunk[], chunk: Chunk): void {
  const last = chunks.at(-1)
  const continuesLast = last && last.offset + last.bytes === chunk.offset && last.description === chunk.description
  if (!continuesLast || last.samples + chunk.samples > SAMPLES_A_CHUNK) {
    chunks.push(chunk)
    return
  }
  last.bytes += chunk.bytes
  last.samples += chunk.samples
}

function readSizes(stsz: Buffer | undefined, stz2: Buffer | undefined): Uint32Array {
  const table = stsz ?? stz2
  if (!table || table.length < 12) throw damageRefusal()
  const samples = table.readUInt32BE(8)
  if (samples > MAX_SAMPLES) throw damageRefusal()
  const sameSize = stsz ? table.readUInt32BE(4) : 0
  if (sameSize > 0) return new Uint32Array(samples).fill(sameSize)
  const bits = stsz ? 32 : table[7]!
  if (12 + Math.ceil((samples * bits) / 8) > table.length) throw damageRefusal()
  const sizes = new Uint32Array(samples)
  for (let sample = 0; sample < samples; sample++) sizes[sample] = readSize(table, bits, sample)
  return sizes
}

function readSize(table: Buffer, bits: number, sample: number): number {
  if (bits === 32) return table.readUInt32BE(12 + sample * 4)
  if (bits === 16) return table.readUInt16BE(12 + sample * 2)
  if (bits === 8) return table[12 + sample]!
  throw damageRefusal()
}

function readTimes(stts: Buffer | undefined): TimeRun[] {
  return [...entries(stts, 8)].map((at) => ({ samples: stts!.readUInt32BE(at), length: stts!.readUInt32BE(at + 4) }))
}

function readOffsets(stco: Buffer | undefined, co64: Buffer | undefined): number[] {
  if (stco) return Array.from(entries(stco, 4), (at) => stco.readUInt32BE(at))
  return Array.from(entries(co64, 8), (at) => Number(co64!.readBigUInt64BE(at)))
}

/** Iterates the offsets of the entries of a full box's table. */
function* entries(table: Buffer | undefined, entryBytes: number): Generator<number> {
  if (!table || table.length < 8) throw damageRefusal()
  const count = table.readUInt32BE(4)
  if (8 + count * entryBytes > table.length) throw damageRefusal()
  for (let entry = 0; entry < count; entry++) yield 8 + entry * entryBytes
}

/** Computes chunks from `stsc`, which gives the samples per chunk from a chunk on. */
function layOut(sizes: Uint32Array, offsets: number[], stsc: Buffer | undefined): Chunk[] {
  const runs = Array.from(entries(stsc, 12), (at) => ({
    firstChunk: stsc!.readUInt32BE(at),
    samples: stsc!.readUInt32BE(at + 4),
    description: stsc!.readUInt32BE(at + 8),
  }))
  const chunks: Chunk[] = []
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < offsets.length && sample < sizes.length; chunk++) {
    while (run + 1 < runs.length && runs[run + 1]!.firstChunk <= chunk + 1) run++
    const { samples, description } = runs[run] ?? { samples: 0, description: 1 }
    if (samples === 0) throw damageRefusal()
    let offset = offsets[chunk]!
    for (const chunkEnd = Math.min(sizes.length, sample + samples); sample < chunkEnd; ) {
      const part = Math.min(SAMPLES_A_CHUNK, chunkEnd - sample)
      let bytes = 0
      for (const partEnd = sample + part; sample < partEnd; sample++) bytes += sizes[sample]!
      addChunk(chunks, { offset, bytes, samples: part, description })
      offset += bytes
    }
  }
  if (sample < sizes.length) throw damageRefusal()
  return chunks
}
