import { Refusal } from '../../refusal.ts'
import { runFfmpeg } from '../run-ffmpeg.ts'
import type { FrameHeader } from './frame-header.ts'

/** Kilobits a second. The first frame of a file with variable bitrate may have fewer than speech needs. */
const MIN_BITRATE = 48

/**
 * Recodes a track to the sample rate and channels of the rest of its folder, with ffmpeg. Without ffmpeg throws a
 * `Refusal` that names the difference.
 */
export async function recodeTrack(
  path: string,
  target: string,
  own: FrameHeader,
  common: FrameHeader,
  signal: AbortSignal,
): Promise<void> {
  const bitrate = Math.max(common.bitrate, MIN_BITRATE)
  const parameters = [
    ...['-v', 'error', '-f', 'mp3', '-i', `file:${path}`, '-map', '0:a:0'],
    ...['-c:a', 'libmp3lame', '-ar', `${common.sampleRate}`, '-ac', common.isMono ? '1' : '2', '-b:a', `${bitrate}k`],
    ...['-map_metadata', '-1', '-write_xing', '0', '-f', 'mp3', `file:${target}`],
  ]
  try {
    await runFfmpeg(parameters, signal)
  } catch (error) {
    signal.throwIfAborted()
    const difference = `tem ${formatHeader(own)} e as outras têm ${formatHeader(common)}`
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const remedy = isMissing
      ? 'para juntá-las, instale o ffmpeg ou converta a faixa'
      : 'o ffmpeg não conseguiu convertê-la'
    throw new Refusal(`${difference}; ${remedy}.`, { cause: error })
  }
}

function formatHeader({ sampleRate, isMono }: FrameHeader): string {
  return `${sampleRate.toLocaleString('pt-BR')} Hz ${isMono ? 'mono' : 'estéreo'}`
}
