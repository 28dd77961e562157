import { openSync, read, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * node ranges.ts FILE: the minimal Node server for ranges of a file: one read into a reused buffer, one write. No
 * framework, log or authentication.
 */

const [file = ''] = process.argv.slice(2)
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
      'Content-Type': 'audio/mpeg',
      'Content-Length': length,
      'Content-Range': `bytes ${from}-${to}/${size}`,
    })
    response.end(buffer.subarray(0, length), () => spare.push(buffer))
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit())
