import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { toLoggedError } from './logged-error.ts'

const FLUSH_MS = 100
const BUFFER_CHARACTERS = 8_192
const WAITING_BYTES = 1_048_576
const INFO = pino.levels.values.info as number

/** Creates the log of a command, on standard error: each line is written at once. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino(
    { ...OPTIONS, level: logLevel },
    pino.destination({ dest: 2, sync: true }).on('error', () => {}),
  )
}

/**
 * Creates the log of the service: lines are written together, at the latest after a tenth of a second, and at once from
 * a warning on. Flushed when the process exits; only a SIGKILL or a crash of Node loses the last tenth of a second.
 */
export function createBufferedLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  standardError ??= openBuffer()
  const buffer = standardError
  return pino({ ...OPTIONS, level: logLevel, hooks: { logMethod } }, buffer)

  function logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn, level: number): void {
    method.apply(this, args)
    if (level > INFO) buffer.flush()
  }
}

const OPTIONS: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: toLoggedError },
}

let standardError: ReturnType<typeof openBuffer> | undefined

/** On a full disk, lines wait for the next write, those beyond `WAITING_BYTES` are lost, and the process lives on. */
function openBuffer() {
  const buffer = pino.destination({
    dest: 2,
    sync: true,
    minLength: BUFFER_CHARACTERS,
    maxLength: WAITING_BYTES,
    periodicFlush: FLUSH_MS,
  })
  buffer.on('error', () => {})
  // The `flushSync` that pino calls on a fatal error would try a full disk again for ever.
  buffer.flushSync = buffer.flush
  process.on('exit', () => buffer.flush())
  return buffer
}
