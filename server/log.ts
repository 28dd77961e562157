import { type DestinationStream, type Logger, pino, symbols } from 'pino'
import type { Config } from './config.ts'
import { toLoggedError } from './http/redact.ts'

const GATHERED_MS = 100
const GATHERED_CHARACTERS = 16_384
const INFO = 30

/** The log of a command, on standard error: each line is written at once. */
export function openLog(config: Pick<Config, 'logLevel'>): Logger {
  return logTo(pino.destination({ dest: 2, sync: true }), config)
}

/**
 * The log of the service: lines are written together, a tenth of a second late, or at once when there is something to
 * worry about. None is lost when the process ends by itself, but when its memory does.
 */
export function openGatheredLog(config: Pick<Config, 'logLevel'>): Logger {
  gathered ??= gather(pino.destination({ dest: 2, sync: true }))
  return logTo(gathered, config)
}

let gathered: DestinationStream | undefined

function gather(destination: { write(text: string): unknown }): DestinationStream {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  process.on('exit', flush)

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const text = waiting
    waiting = ''
    if (text !== '') destination.write(text)
  }

  return {
    // Has pino say the level of each line in `lastLevel`.
    [symbols.needsMetadataGsym]: true,
    lastLevel: INFO,
    write(line: string) {
      waiting += line
      if (this.lastLevel > INFO || waiting.length > GATHERED_CHARACTERS) flush()
      else timer ??= setTimeout(flush, GATHERED_MS).unref()
    },
  } as DestinationStream & { lastLevel: number }
}

function logTo(destination: DestinationStream, { logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: logLevel, base: null, timestamp: isoTime, serializers: { err: toLoggedError } }, destination)
}

/**
 * As `log.info`, which takes five times as long: for the line of each request. What is said are texts and numbers, none of
 * which pino would write in another way.
 */
export function writeInfo(log: Logger, said: object, message: string): void {
  if (!log.isLevelEnabled('info')) return
  const { [symbols.streamSym]: stream, [symbols.chindingsSym]: bindings } = log as unknown as Written
  stream.lastLevel = INFO
  stream.write(`{"level":${INFO}${isoTime()}${bindings},${JSON.stringify({ ...said, msg: message }).slice(1)}\n`)
}

/** What a logger of pino knows: where its lines go, and what stands in each of them. */
interface Written {
  [symbols.streamSym]: DestinationStream & { lastLevel?: number }
  [symbols.chindingsSym]: string
}

let second = 0
let untilSecond = ''

/** As pino's own, which makes a date for every line; here for every second. */
function isoTime(): string {
  const now = Date.now()
  const ms = now % 1000
  if (now - ms !== second) {
    second = now - ms
    untilSecond = new Date(second).toISOString().slice(0, -4)
  }
  return `,"time":"${untilSecond}${String(ms).padStart(3, '0')}Z"`
}
