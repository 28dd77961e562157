import type { Chapter } from '../chapters.ts'
import { type Id3Frame, readFrames, readId3Text } from './id3-frames.ts'

/** Reads the CHAP frames of a tag, whose times are in milliseconds: https://id3.org/id3v2-chapters-1.0 */
export function readId3Chapters(frames: Id3Frame[], version: number): Chapter[] {
  return frames.flatMap(({ id, body }) => {
    const idEnd = id === 'CHAP' ? body.indexOf(0) : -1
    if (idEnd < 0 || idEnd + 17 > body.length) return []
    const title = readFrames(body.subarray(idEnd + 17), version).find((frame) => frame.id === 'TIT2')
    return [{ start: body.readUInt32BE(idEnd + 1) / 1000, title: title ? readId3Text(title.body) : '' }]
  })
}
