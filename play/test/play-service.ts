import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (call: Call, response: ServerResponse) => void

export interface Call {
  method: string
  path: string
  accessToken: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: any JSON body
  body: any
}

/** Starts a service that gives the test's answers over real connections, and records its requests. */
export async function openPlayService(handle: Handler) {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      accessToken: request.headers.authorization?.replace('Bearer ', ''),
      body: JSON.parse((await readAll(request)) || 'null'),
    }
    calls.push(call)
    handle(call, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

export function answer(response: ServerResponse, status: number, body?: unknown) {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

/** Answers in the place of the service, as a proxy or a hotel's network does. */
export function answerAsProxy(response: ServerResponse) {
  response.writeHead(403, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end('<h1>Acesso negado</h1>')
}

/** Accepts the request and closes the connection without an answer. */
export function loseAnswer(response: ServerResponse) {
  response.destroy()
}

export const profile = {
  member: { id: 'mbr_1', name: 'Ana Souza', email: null },
  partner: { name: 'Banco Aurora' },
  environment: 'production' as const,
  service: { name: 'Estante', activityRetentionMonths: 24, hasDictionary: false },
}

export function tokens(number: number) {
  return { accessToken: `access-${number}`, refreshToken: `refresh-${number}` }
}

async function readAll(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
