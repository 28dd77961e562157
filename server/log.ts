import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { toLoggedError } from './logged-error.ts'

const FLUSH_MS = 100
const BUFFER_CHARACTERS = 8_192
const INFO = pino.levels.values.info as number

/** Creates the log of a command, on standard error: each line is written at once. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ ...OPTIONS, level: logLevel }, pino.destination({ dest: 2, sync: true }))
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

function openBuffer() {
  const buffer = pino.destination({
    dest: 2,
    sync: true,
    minLength: BUFFER_CHARACTERS,
    periodicFlush: FLUSH_MS,
  })
  process.on('exit', () => buffer.flushSync())
  return buffer
}
