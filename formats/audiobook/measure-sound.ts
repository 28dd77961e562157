import type { ExecFileException } from 'node:child_process'
import { runFfmpeg } from './run-ffmpeg.ts'

/** A hostile recording in an e-book may declare more sound than anybody hears. */
const MAX_SECONDS = 100 * 3600
/** Shorter pauses, and sounds above `QUIET_DB`, belong to the narration. */
const SHORTEST_PAUSE_SECONDS = 1
const QUIET_DB = -45
/** The absolute gate of EBU R128: a lower loudness is silence. */
const SILENT_LUFS = -70

/** The demuxers of recordings that the import accepts: ffmpeg is not to guess what a hostile file is. */
const DEMUXERS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
}

/** Loudness and pauses of a recording. */
export interface SoundMeasures {
  seconds: number
  /** Integrated loudness in LUFS (EBU R128); null for silence. */
  loudness: number | null
  /** The start and end of each pause, in milliseconds, in order. */
  silences: number[]
}

export function canMeasure(mediaType = ''): boolean {
  return Object.hasOwn(DEMUXERS, mediaType)
}

/** Measures a stored recording with ffmpeg. Undefined where there is none; throws when it cannot read the file. */
export async function measureSound(
  path: string,
  mediaType: string,
  signal: AbortSignal,
): Promise<SoundMeasures | undefined> {
  const filters = `ebur128=framelog=verbose,silencedetect=noise=${QUIET_DB}dB:d=${SHORTEST_PAUSE_SECONDS}`
  const quietly = ['-hide_banner', '-nostats', '-v', 'info']
  const input = ['-f', DEMUXERS[mediaType]!, '-t', String(MAX_SECONDS), '-i', `file:${path}`, '-map', '0:a:0']
  try {
    return readMeasures(await runFfmpeg([...quietly, ...input, '-af', filters, '-f', 'null', '-'], signal))
  } catch (error) {
    signal.throwIfAborted()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    // Its message and stack hold all that ffmpeg printed.
    const { code, stderr = '' } = error as ExecFileException & { stderr?: string }
    throw new Error(`ffmpeg failed with ${code}: ${stderr.slice(-500)}`)
  }
}

/** Parses the output of the two filters. A pause at the end of the recording has no end, and is ignored. */
export function readMeasures(log: string): SoundMeasures {
  const summary = log.slice(log.lastIndexOf('Integrated loudness:'))
  const loudness = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? SILENT_LUFS)
  const silences: number[] = []
  let start: number | undefined
  for (const [, edge, seconds] of log.matchAll(/silence_(start|end): (-?[\d.]+)/g)) {
    const at = Math.max(0, Math.round(Number(seconds) * 1000))
    if (edge === 'start') start = at
    else if (start !== undefined && at > start) {
      silences.push(start, at)
      start = undefined
    }
  }
  const [, hours, minutes, seconds] =
    /^time=(\d+):(\d+):([\d.]+)/.exec(log.slice(log.lastIndexOf('time=')))?.map(Number) ?? []
  return {
    seconds: hours! * 3600 + minutes! * 60 + seconds! || 0,
    loudness: loudness > SILENT_LUFS ? loudness : null,
    silences,
  }
}

/** Returns the loudness of recordings that are one narration: the mean of their power over the time that has sound. */
export function meanLoudness(measures: Pick<SoundMeasures, 'seconds' | 'loudness'>[]): number | null {
  let [energy, seconds] = [0, 0]
  for (const one of measures) {
    if (one.loudness === null) continue
    // ffmpeg may not say how long a recording is.
    const weight = one.seconds || 1
    energy += weight * 10 ** (one.loudness / 10)
    seconds += weight
  }
  return seconds > 0 ? Math.round(100 * Math.log10(energy / seconds)) / 10 : null
}
