import { writeFileSync } from 'node:fs'

/** A request to be sent over the wire. */
export interface RawRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** JSON body. */
  body?: object
  /** Form-encoded body. */
  form?: string
}

/** Serializes a request. */
export function toWire({ method, path, headers = {}, body, form }: RawRequest): string {
  const content = form ?? (body === undefined ? '' : JSON.stringify(body))
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: estante.test']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (content !== '') {
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
    lines.push(`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(content)}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n${content}`
}

/** Writes requests to a file for `requests.lua`. */
export function writeRequests(file: string, requests: Iterable<RawRequest>): string {
  writeFileSync(file, [...requests].map(toWire).join('\0'))
  return file
}

/** Cycles through the requests. */
export function roundRobin(requests: string[]): () => string {
  let given = 0
  return () => requests[given++ % requests.length] ?? ''
}
