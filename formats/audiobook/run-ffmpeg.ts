import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Enough for the pauses of a recording of a hundred hours. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Runs ffmpeg, which reads only local files, without the service's secrets in its environment. Returns its log. */
export async function runFfmpeg(parameters: string[], signal: AbortSignal): Promise<string> {
  const { stderr } = await run('ffmpeg', ['-nostdin', '-protocol_whitelist', 'file', ...parameters], {
    signal,
    maxBuffer: MAX_OUTPUT_BYTES,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH },
  })
  return stderr
}
