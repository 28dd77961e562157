import { once } from 'node:events'
import { type Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { eventually } from '../server/test/eventually.ts'
import { pageKey } from '../server/test/people.ts'

export const API_HOST = 'api.example.com'
export const PLAY_HOST = 'ler.example.com'

/** Headers of a request; `from` is the local address to send it from. */
type Headers = Record<string, string | number | undefined>

/** Calls the service through a proxy on this machine, whose certificate is not checked, for the tests of proxies. */
export function proxyClient(readPort: () => number, agent: Agent | false = false) {
  function open(method: string, path: string, { from, ...headers }: Headers) {
    const to = { host: '127.0.0.1', port: readPort(), servername: String(headers.host), rejectUnauthorized: false }
    return request({ method, path, headers, agent, ...to, ...(from && { localAddress: String(from) }) })
  }

  async function call(
    method: string,
    path: string,
    { body, ...headers }: { body?: object; [header: string]: unknown } = {},
  ) {
    const type = body && { 'content-type': 'application/json' }
    const sent = open(method, path, { host: API_HOST, ...type, ...(headers as Headers) })
    sent.end(body && JSON.stringify(body))
    const [response] = await once(sent, 'response')
    const bytes = await buffer(response)
    return { status: response.statusCode as number, headers: response.headers, text: bytes.toString(), bytes }
  }

  /** Opens a page of a member, and returns its authorization. */
  async function signIn(authorization: string, externalUserId: string): Promise<string> {
    const launched = await call('POST', '/partner/v1/sessions', { authorization, body: { externalUserId } })
    const body = { token: JSON.parse(launched.text).launchToken, key: pageKey() }
    const page = await call('POST', '/play/v1/launch', { host: PLAY_HOST, body })
    return `Bearer ${JSON.parse(page.text).tokens.accessToken}`
  }

  /** Opens a page's stream of events. Returns what it has received so far. */
  async function openEvents(authorization: string): Promise<() => string> {
    const view = open('GET', '/play/v1/events', { host: PLAY_HOST, authorization })
    view.end()
    const [stream] = await once(view, 'response')
    let received = ''
    stream.on('data', (bytes: Buffer) => {
      received += bytes
    })
    await eventually(() => received === ': open\n\n')
    return () => received
  }

  return { open, call, signIn, openEvents }
}
