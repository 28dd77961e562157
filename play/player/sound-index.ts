/** A stretch of a recording that is asked for by itself. */
export interface Fragment {
  /** Seconds from the start of the book. */
  start: number
  end: number
  /** Bytes of the file, `lastByte` included. */
  firstByte: number
  lastByte: number
}

export interface SoundIndex {
  /** What says how the sound is coded; empty where each fragment says it. */
  initialization: Uint8Array<ArrayBuffer>
  fragments: Fragment[]
}

const SIDX = 0x73696478

/**
 * Reads the bytes before the first fragment of a file: its `sidx` (ISO 14496-12, section 8.16.3), and before it the
 * initialization segment. Throws when there is no index.
 */
export function readSoundIndex(bytes: Uint8Array<ArrayBuffer>): SoundIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let box = 0
  while (view.getUint32(box + 4) !== SIDX) box += Math.max(8, view.getUint32(box))
  const timeScale = view.getUint32(box + 16)
  const count = view.getUint16(box + 38)
  const fragments: Fragment[] = []
  let firstByte = box + view.getUint32(box)
  let time = 0
  for (let place = 0; place < count; place++) {
    const entry = box + 40 + place * 12
    const start = time / timeScale
    time += view.getUint32(entry + 4)
    const lastByte = firstByte + view.getUint32(entry) - 1
    fragments.push({ start, end: time / timeScale, firstByte, lastByte })
    firstByte = lastByte + 1
  }
  return { initialization: bytes.slice(0, box), fragments }
}

/** The fragment of a second: the last one for what is behind the end. */
export function fragmentAt(fragments: Fragment[], seconds: number): number {
  let low = 0
  let high = fragments.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (fragments[middle]!.end > seconds) high = middle
    else low = middle + 1
  }
  return low
}
