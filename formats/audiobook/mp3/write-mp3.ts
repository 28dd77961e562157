import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../refusal.ts'
import type { MediaResource } from '../audiobook-manifest.ts'
import { copyRanges } from '../copy-ranges.ts'
import { FRAGMENT_SECONDS, MAX_FRAGMENTS, writeSegmentIndex } from '../segment-index.ts'
import { type ByteRange, SourceFile } from '../source-file.ts'
import type { FrameIndex } from './frame-index.ts'
import { writeId3Tag } from './id3-frames.ts'
import { writeXingHeader } from './xing-header.ts'

export interface SoundPart {
  path: string
  ranges: ByteRange[]
}

/**
 * Writes `audio.mp3`: a tag with the segment index, a Xing header frame, then the frames of every part and nothing
 * else.
 */
export async function writeMp3(
  folder: string,
  index: FrameIndex,
  parts: SoundPart[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<MediaResource> {
  const xing = writeXingHeader(index)
  const segments = index.segments(FRAGMENT_SECONDS).map(({ samples, bytes }) => ({ length: samples, bytes }))
  if (segments.length > MAX_FRAGMENTS) throw new Refusal('O áudio passa de 100 horas.')
  const tag = writePrivateTag(writeSegmentIndex(index.format.sampleRate, segments, xing.length))
  const header = Buffer.concat([tag, xing])
  const bytes = header.length + index.bytes
  await using output = await open(join(folder, 'audio.mp3'), 'wx')
  await output.writeFile(header)
  let written = header.length
  for (const { path, ranges } of parts) {
    await using source = await SourceFile.open(path)
    await copyRanges(output, source, ranges, signal, (copied) => {
      written += copied
      onProgress(written / bytes)
    })
  }
  return {
    href: 'audio.mp3',
    type: 'audio/mpeg',
    durationSeconds: index.durationSeconds,
    bitrate: index.bitrate,
    bytes,
    fragments: { indexBytes: tag.length },
  }
}

/** Identifies the owner of the private frame. Players ignore frames of unknown owners. */
const OWNER = 'estante\0'

/** Writes an ID3v2.4 tag with a single private frame: https://id3.org/id3v2.4.0-frames, section 4.27. */
function writePrivateTag(content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(OWNER, 'latin1'), content])
  return writeId3Tag([{ id: 'PRIV', body }], 4)
}
