import { Refusal } from '../../refusal.ts'
import type { SourceFile } from '../source-file.ts'

/** A box (“atom”) of ISO 14496-12: its position in the file, and its body's. */
export interface Mp4Box {
  type: string
  start: number
  bodyStart: number
  end: number
}

/** A 100-hour book in one-second fragments has 720,000 top-level boxes. */
const MAX_TOP_BOXES = 1_000_000
const MAX_INNER_BOXES = 10_000
/** Larger than any table of a 100-hour book. */
const MAX_BODY_BYTES = 80 * 1024 ** 2

/** Iterates the top-level boxes. The last one may extend past the end of the file: reading its body then fails. */
export async function* readTopBoxes(source: SourceFile, signal: AbortSignal): AsyncGenerator<Mp4Box> {
  let count = 0
  for (let start = 0; start + 8 <= source.size; ) {
    signal.throwIfAborted()
    const box = await readBox(source, start, source.size)
    // Junk that an editor left after the last box.
    if (!box || !/^[\x20-\x7e\xa9]{4}$/.test(box.type)) return
    yield box
    if (++count > MAX_TOP_BOXES) throw damageRefusal()
    start = box.end
  }
}

/** Reads the children of a box. Throws `Refusal` if one extends past its parent. */
export async function readBoxes(source: SourceFile, parent: Mp4Box): Promise<Mp4Box[]> {
  const boxes: Mp4Box[] = []
  for (let start = parent.bodyStart; start + 8 <= parent.end; ) {
    const box = await readBox(source, start, parent.end)
    // QuickTime ends some lists with four zero bytes.
    if (!box || box.type === '\0\0\0\0') break
    if (box.end > parent.end) throw damageRefusal()
    boxes.push(box)
    if (boxes.length > MAX_INNER_BOXES) throw damageRefusal()
    start = box.end
  }
  return boxes
}

/** Finds the first box at a path of types, such as `mdia`, `minf`, `stbl`. */
export async function findBox(source: SourceFile, parent: Mp4Box, ...path: string[]): Promise<Mp4Box | undefined> {
  let box: Mp4Box | undefined = parent
  for (const type of path) {
    box = box && (await readBoxes(source, box)).find((child) => child.type === type)
  }
  return box
}

/** Reads the whole body of a box. Throws `Refusal` if it is too large or extends past the end of the file. */
export async function readBoxBody(source: SourceFile, box: Mp4Box, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const length = box.end - box.bodyStart
  if (length > maxBytes) throw damageRefusal()
  const body = await source.read(box.bodyStart, length)
  if (body.length < length) throw new Refusal('O arquivo está incompleto: termina no meio do índice do áudio.')
  return body
}

export function damageRefusal(): Refusal {
  return new Refusal('O arquivo MP4 está danificado: o índice do áudio não faz sentido.')
}

async function readBox(source: SourceFile, start: number, limit: number): Promise<Mp4Box | undefined> {
  const header = await source.read(start, 16)
  if (header.length < 8) return undefined
  const type = header.toString('latin1', 4, 8)
  const shortSize = header.readUInt32BE(0)
  if (shortSize === 0) return { type, start, bodyStart: start + 8, end: limit }
  if (shortSize !== 1) return shortSize < 8 ? undefined : { type, start, bodyStart: start + 8, end: start + shortSize }
  if (header.length < 16) return undefined
  const longSize = Number(header.readBigUInt64BE(8))
  return longSize < 16 ? undefined : { type, start, bodyStart: start + 16, end: start + longSize }
}
