import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import S3rver from '@20minutes/s3rver'
import type { S3Location } from '../config.ts'
import { eventually } from './eventually.ts'

/** Intercepts a request to the store: returns an answer of its own, or undefined to let it pass. */
export type StoreFault = (request: IncomingMessage) => 'error' | 'refuse' | 'silence' | { cutAfter: number } | undefined

/**
 * An S3 store on a local port, with the bucket `media`, behind a proxy that a test can break. It ends with the test.
 */
export async function startObjectStore() {
  const directory = await mkdtemp(join(tmpdir(), 'estante-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // It computes the signature of a bucket's path without the slash that the AWS client signs.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: 'media' }],
  })
  const { port } = await store.run()
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'

  /** Requests in progress. */
  const open = new Set<IncomingMessage>()
  const requests: string[] = []
  let fault: StoreFault = () => undefined
  const way = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    open.add(incoming)
    answer.once('close', () => open.delete(incoming))
    pass(incoming, answer, fault(incoming), port)
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')

  after(async () => {
    way.closeAllConnections()
    way.close()
    await store.close()
    await rm(directory, { recursive: true, force: true })
  })

  const location: S3Location = {
    bucket: 'media',
    prefix: 'acervo',
    endpoint: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    region: 'us-east-1',
    pathStyle: true,
  }
  return {
    location,
    /** The path of an object's bytes on disk. */
    fileOf: (name: string) => join(directory, 'media', `${name}._S3rver_object`),
    /** The requests since the last call, as `GET /media/…`. */
    takeRequests: () => requests.splice(0),
    breakWith(next: StoreFault) {
      fault = next
    },
    mend() {
      fault = () => undefined
    },
    /** Fails unless every request ends soon. */
    async assertSettled() {
      await eventually(() => open.size === 0)
    },
  }
}

function pass(incoming: IncomingMessage, answer: ServerResponse, fault: ReturnType<StoreFault>, port: number): void {
  if (fault === 'refuse') {
    incoming.socket.destroy()
    return
  }
  if (fault === 'silence') return
  if (fault === 'error') {
    incoming.resume()
    answer.writeHead(503, { 'Content-Type': 'application/xml' })
    answer.end('<Error><Code>ServiceUnavailable</Code><Message>Please reduce your request rate.</Message></Error>')
    return
  }
  const { method, url, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    if (fault) cut(response, answer, fault.cutAfter)
    else response.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  answer.once('close', () => onward.destroy())
  incoming.pipe(onward)
}

/** Passes so many bytes, then breaks the connection. */
function cut(response: IncomingMessage, answer: ServerResponse, bytes: number): void {
  let left = bytes
  response.on('data', (chunk: Buffer) => {
    if (left <= 0) return
    answer.write(chunk.subarray(0, left), () => {
      if (left <= 0) answer.destroy()
    })
    left -= chunk.length
  })
}
