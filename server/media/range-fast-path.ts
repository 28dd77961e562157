import { read } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MEDIA_PATH } from '@estante/contract/play/publications.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { newUuid } from '../db/ids.ts'
import { findRepeatedHeader } from '../http/refused-headers.ts'
import type { OpenViews, ViewKey } from '../members/open-views.ts'
import type { Observers } from '../observe/requests.ts'
import { acquireBuffer, releaseBuffer } from '../storage/buffer-pool.ts'
import type { OpenFile } from '../storage/open-files.ts'

/** For how long an authorization is cached; a revocation notified meanwhile takes effect at once. */
const GRANTED_MS = 1000
const GRANTED_ADDRESSES = 20_000

/** The pattern of the route that media is served under, in logs and metrics. */
export const MEDIA_ROUTE = `${MEDIA_PATH}/*`

/** A file that a live member session was just authorized for, by its address. */
export interface GrantedSound {
  listener: ViewKey
  /** When the address expires, in epoch milliseconds. */
  expiresAt: number
  key: string
  etag: string
  /** The headers of a 206, without range, length and request id. */
  headers: Readonly<Record<string, string>>
}

interface Entry extends GrantedSound {
  host: string | undefined
  /** As a flat list of names and values, which Node writes fastest. */
  head: readonly string[]
  unregister(): void
}

export type RangeFastPath = ReturnType<typeof createRangeFastPath>

/**
 * Answers the next ranges of an address within a second after the route authorized it, bypassing the framework and the
 * database: a player that fills its buffer sends many requests a second. Handles only a single range of a file that is
 * open on a local disk; any other request is left to the route.
 */
export function createRangeFastPath(
  { clock, files: { openFiles }, log }: Pick<Context, 'clock' | 'files' | 'log'>,
  openViews: OpenViews,
  stopping: AbortSignal,
  { metrics }: Pick<Observers, 'metrics'>,
) {
  const entries = new LRUCache<string, Entry>({
    maxSize: GRANTED_ADDRESSES,
    sizeCalculation: () => 1,
    ttl: GRANTED_MS,
    ttlAutopurge: true,
    dispose: (entry) => entry.unregister(),
  })

  return {
    /** Caches that a request's address was authorized. */
    remember({ url = '', headers: { host } }: IncomingMessage, sound: GrantedSound): void {
      if (!openFiles) return
      entries.set(url, {
        ...sound,
        host,
        head: Object.entries(sound.headers).flat(),
        unregister: openViews.register(sound.listener, () => entries.delete(url)),
      })
    },

    /** Answers a request. Returns false, leaving it untouched, when it is for the route. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = entries.get(request.url ?? '')
      if (!openFiles || !entry || stopping.aborted || entry.expiresAt <= clock.now()) return false
      if (!isPlain(request, entry)) return false
      const [, first, last] = ONE_RANGE.exec(request.headers.range ?? '') ?? []
      if (first === undefined) return false
      const file = openFiles.useOpen(entry.key)
      if (!file) return false
      const start = Number(first)
      const end = Math.min(last ? Number(last) : file.sizeBytes, file.sizeBytes - 1)
      if (start > end) {
        openFiles.release(file)
        return false
      }
      send(response, entry, file, start, end, () => openFiles.release(file))
      return true
    },
  }

  function send(response: ServerResponse, entry: Entry, file: OpenFile, start: number, end: number, close: () => void) {
    const requestId = newUuid()
    const began = performance.now()
    metrics?.requestBegan()
    const unregister = openViews.register(entry.listener, () => response.destroy())
    response.once('close', () => {
      const isAbandoned = !response.writableFinished
      const ms = performance.now() - began
      const status = response.headersSent ? 206 : undefined
      unregister()
      metrics?.requestEnded('GET', MEDIA_ROUTE, status, isAbandoned ? undefined : ms / 1000)
      const fields = { requestId, method: 'GET', route: MEDIA_ROUTE, status, ms: Math.round(ms) }
      log.info({ ...fields, aborted: isAbandoned || undefined }, 'request')
    })
    const head = [
      'X-Request-Id',
      requestId,
      'Content-Length',
      String(end - start + 1),
      'Content-Range',
      `bytes ${start}-${end}/${file.sizeBytes}`,
      ...entry.head,
    ]
    writeRange(response, head, file.fd, start, end, (error) => {
      close()
      if (error) log.error({ requestId, err: error }, 'stored file not read')
    })
  }
}

/** Whether a request can be answered with a plain range of this file, by this host. */
function isPlain(request: IncomingMessage, { host, etag }: Entry): boolean {
  const { method, headers } = request
  if (method !== 'GET' || headers.host !== host || findRepeatedHeader(request)) return false
  if (headers['transfer-encoding'] !== undefined) return false
  if (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) return false
  return headers['if-range'] === undefined || headers['if-range'] === etag
}

const ONE_RANGE = /^bytes=(\d+)-(\d*)$/

/**
 * Writes a 206 of bytes `start` to `end` of an open file, both included. Calls `done` once, when the file may be
 * closed, with the error if reading failed. Headers are sent with the first bytes, so a later error can only break the
 * connection.
 */
function writeRange(
  response: ServerResponse,
  head: string[],
  fd: number,
  start: number,
  end: number,
  done: (error?: Error) => void,
): void {
  const buffer = acquireBuffer(end - start + 1)
  let position = start
  let isReading = false
  let isOver = false
  response.once('close', () => {
    if (!isReading) finish()
  })
  readNext()

  function readNext(): void {
    isReading = true
    read(fd, buffer, 0, Math.min(buffer.length, end - position + 1), position, (error, bytesRead) => {
      isReading = false
      if (response.destroyed) return finish()
      if (error || bytesRead === 0) return fail(error ?? new Error('A stored file is shorter than it was'))
      if (position === start) response.writeHead(206, head)
      position += bytesRead
      const chunk = buffer.subarray(0, bytesRead)
      if (position > end) response.end(chunk)
      else response.write(chunk, (failure) => failure ?? readNext())
    })
  }

  function fail(error: Error): void {
    finish(error)
    response.destroy()
  }

  function finish(error?: Error): void {
    if (isOver) return
    isOver = true
    releaseBuffer(buffer)
    done(error)
  }
}
