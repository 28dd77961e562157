import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, extname } from 'node:path'

/** A refusal of the partner's own backend. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** Reads the JSON object of a request, up to 10,000 characters. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > 10_000) throw new Refusal(413, 'TOO_LARGE')
  }
  try {
    return { ...JSON.parse(text || '{}') }
  } catch {
    throw new Refusal(400, 'INVALID_JSON')
  }
}

/** Answers with JSON that must not be cached. */
export function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** Reads the files of `page/`, by address, and the module of the SDK that the page loads. */
export function readPage(): Map<string, { headers: Record<string, string>; bytes: Buffer }> {
  const folder = new URL('./page/', import.meta.url)
  // A partner has it at `node_modules/@estante/sdk/host.js`.
  const host = new URL('../sdk/dist/host.js', import.meta.url)
  return new Map(
    [...readdirSync(folder).map((name) => new URL(name, folder)), host].map((file) => {
      const name = basename(file.pathname)
      const headers = {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      }
      return [name === 'index.html' ? '/' : `/${name}`, { headers, bytes: readFileSync(file) }]
    }),
  )
}
