import { randomUUIDv7 } from 'node:crypto'
import { openSync, read, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBufferedLogger } from '@estante/server/log.ts'

/*
 * node ranges.ts FILE [duties]: the minimal Node server for ranges of a file: one read into a reused buffer, one write.
 * No framework, log or authentication. With duties, an answer has an id, the headers of a recording that is not to be
 * stored by others, and a line in the log.
 */

const [file = '', duties] = process.argv.slice(2)
const log = createBufferedLogger({ logLevel: 'info' })
const HEADERS = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, max-age=3600',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'",
  ETag: '"1"',
  'X-Content-Type-Options': 'nosniff',
}
const recording = openSync(file, 'r')
const { size } = statSync(file)
const spare: Buffer[] = []

const server = createServer(({ headers }, response) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const [start, length] = [Number(from), Number(to) - Number(from) + 1]
  const used = spare.pop()
  const buffer = used && used.length >= length ? used : Buffer.allocUnsafeSlow(length)
  read(recording, buffer, 0, length, start, () => {
    response.writeHead(206, {
      ...(duties && { 'X-Request-Id': logAtEnd(response), ...HEADERS }),
      'Content-Type': 'audio/mpeg',
      'Content-Length': length,
      'Content-Range': `bytes ${from}-${to}/${size}`,
    })
    response.end(buffer.subarray(0, length), () => spare.push(buffer))
  })
})

/** Writes a line in the log when an answer has ended. Returns its id. */
function logAtEnd(response: ServerResponse): string {
  const requestId = randomUUIDv7()
  const began = performance.now()
  response.once('close', () => {
    const ms = Math.round(performance.now() - began)
    log.info({ requestId, method: 'GET', route: '/:file', status: response.statusCode, ms }, 'request')
  })
  return requestId
}

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit())
