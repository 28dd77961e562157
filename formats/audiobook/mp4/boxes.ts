import { Refusal } from '../../refusal.ts'
import type { SourceFile } from '../source-file.ts'

/** A box of ISO 14496-12 (an “atom”): where it and what it holds lie in the file. */
export interface Box {
  type: string
  start: number
  bodyStart: number
  end: number
}

/** A 100-hour book in fragments of a second has 720,000 at the top. */
const MAX_TOP_BOXES = 1_000_000
const MAX_INNER_BOXES = 10_000
/** No table of a 100-hour book is larger. */
const MAX_BODY_BYTES = 80 * 1024 ** 2

/** The boxes of the whole file. The last one may claim more than there is: whoever needs its bytes finds them missing. */
export async function* readTopBoxes(source: SourceFile, signal: AbortSignal): AsyncGenerator<Box> {
  let count = 0
  for (let start = 0; start + 8 <= source.size; ) {
    signal.throwIfAborted()
    const box = await readBox(source, start, source.size)
    // What an editor left behind the last box is not one.
    if (!box || !/^[\x20-\x7e\xa9]{4}$/.test(box.type)) return
    yield box
    if (++count > MAX_TOP_BOXES) throw damaged()
    start = box.end
  }
}

/** The boxes inside another, none reaching out of it. */
export async function readBoxes(source: SourceFile, parent: Box, from = parent.bodyStart): Promise<Box[]> {
  const boxes: Box[] = []
  for (let start = from; start + 8 <= parent.end; ) {
    const box = await readBox(source, start, parent.end)
    // QuickTime closes some lists with four zero bytes.
    if (!box || box.type === '\0\0\0\0') break
    if (box.end > parent.end) throw damaged()
    boxes.push(box)
    if (boxes.length > MAX_INNER_BOXES) throw damaged()
    start = box.end
  }
  return boxes
}

/** The first box down a path of types, like `mdia`, `minf`, `stbl`. */
export async function findBox(source: SourceFile, parent: Box, ...path: string[]): Promise<Box | undefined> {
  let box: Box | undefined = parent
  for (const type of path) {
    box = box && (await readBoxes(source, box)).find((child) => child.type === type)
  }
  return box
}

/** A box's content, whole. Throws `Refusal` when it is larger than any book needs or reaches past the end of the file. */
export async function readBody(source: SourceFile, box: Box, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const length = box.end - box.bodyStart
  if (length > maxBytes) throw damaged()
  const body = await source.read(box.bodyStart, length)
  if (body.length < length) throw new Refusal('O arquivo está incompleto: termina no meio do índice do áudio.')
  return body
}

export function damaged(): Refusal {
  return new Refusal('O arquivo MP4 está danificado: o índice do áudio não faz sentido.')
}

async function readBox(source: SourceFile, start: number, limit: number): Promise<Box | undefined> {
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
