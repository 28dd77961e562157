/** A fragment of a recording, which can be loaded by itself. */
export interface Fragment {
  /** Seconds from the start of the book. */
  start: number
  end: number
  /** Bytes of the file, `lastByte` included. */
  firstByte: number
  lastByte: number
}

export interface SoundIndex {
  /** The initialization segment; empty where fragments need none. */
  initialization: Uint8Array<ArrayBuffer>
  fragments: Fragment[]
}

const SIDX = 0x73696478
const ID3 = 0x494433
/** Two headers: the tag's, and its first frame's. */
const ID3_OWNER = 20

/**
 * Parses the start of a file: its `sidx` (ISO 14496-12, section 8.16.3), and before it the initialization segment of an
 * MP4. Throws without an index.
 */
export function readSoundIndex(bytes: Uint8Array<ArrayBuffer>): SoundIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isMp3 = view.getUint32(0) >>> 8 === ID3
  let box = isMp3 ? bytes.indexOf(0, ID3_OWNER) + 1 : 0
  while (view.getUint32(box + 4) !== SIDX) box += Math.max(8, view.getUint32(box))
  const timeScale = view.getUint32(box + 16)
  const count = view.getUint16(box + 38)
  const fragments: Fragment[] = []
  let firstByte = box + view.getUint32(box) + Number(view.getBigUint64(box + 28))
  let time = 0
  for (let index = 0; index < count; index++) {
    const entry = box + 40 + index * 12
    const start = time / timeScale
    time += view.getUint32(entry + 4)
    const lastByte = firstByte + view.getUint32(entry) - 1
    fragments.push({ start, end: time / timeScale, firstByte, lastByte })
    firstByte = lastByte + 1
  }
  return { initialization: bytes.slice(0, isMp3 ? 0 : box), fragments }
}

/** Returns the index of the fragment that contains a second; of the last one after the end. */
export function fragmentAt(fragments: Fragment[], seconds: number): number {
  const index = fragments.findIndex(({ end }) => end > seconds)
  return index < 0 ? fragments.length - 1 : index
}
