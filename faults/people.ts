import { randomUUID } from 'node:crypto'
import type { LaunchAnswer, MemberTokens } from '@estante/contract/play/launch.ts'
import { pageKey } from '@estante/server/test/people.ts'
import { estante, type Settings } from './service.ts'

/** A fully read response. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary responses.
  json: () => any
}

/** Calls the service. Rejects without a complete response. */
export async function call(
  address: string,
  method: string,
  path: string,
  { authorization, body, headers, signal }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ?? AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

export interface CallOptions {
  authorization?: string
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** High enough for tests that are not about the limit. */
const NO_LIMIT = '9999999'

export interface Credential {
  clientId: string
  authorization: string
}

/** Creates a partner with the operator's command. */
export async function createPartner(settings: Settings, slug: string = randomUUID()): Promise<string> {
  await estante(settings, 'partner', 'create', '--name', 'Banco Aurora', '--slug', slug)
  return slug
}

export async function createCredential(settings: Settings, slug: string, rateLimit = NO_LIMIT): Promise<Credential> {
  return toCredential(
    await estante(
      settings,
      ...['credential', 'create', '--partner', slug, '--environment', 'production'],
      ...['--name', 'Backend', '--rate-limit', rateLimit],
    ),
  )
}

/** Rotates a credential's secret with immediate effect. */
export async function rotateCredential(settings: Settings, clientId: string): Promise<Credential> {
  return toCredential(await estante(settings, 'credential', 'rotate', clientId))
}

export function toCredential({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Credential {
  return { clientId, authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
}

export function userPath(externalUserId: string): string {
  return `/partner/v1/users/${encodeURIComponent(externalUserId)}`
}

/** Issues a launch for a member. Returns its token. */
export async function mintLaunch(address: string, authorization: string, externalUserId: string): Promise<string> {
  const answer = await call(address, 'POST', '/partner/v1/sessions', { authorization, body: { externalUserId } })
  if (answer.status !== 201) throw new Error(`No launch: ${answer.status} ${answer.text}`)
  return answer.json().launchToken
}

export function openLaunch(address: string, token: string, key = pageKey()): Promise<Answer> {
  return call(address, 'POST', '/play/v1/launch', { body: { token, key } })
}

/** Signs a member in through a launch. */
export async function signIn(address: string, authorization: string, externalUserId = 'u1'): Promise<SignedInPage> {
  const answer = await openLaunch(address, await mintLaunch(address, authorization, externalUserId))
  const { tokens, profile } = answer.json() as LaunchAnswer
  return { tokens, memberId: profile.member.id, authorization: `Bearer ${tokens.accessToken}` }
}

export interface SignedInPage {
  tokens: MemberTokens
  memberId: string
  authorization: string
}

/** A member's open event stream. */
export interface OpenView {
  /** Resolves with all received data when the stream ends. */
  ended: Promise<string>
}

/** Opens the event stream. Resolves once the service accepted it. */
export async function openView(address: string, { authorization }: { authorization: string }): Promise<OpenView> {
  const response = await fetch(`${address}/play/v1/events`, { headers: { authorization } })
  if (response.status !== 200 || !response.body) throw new Error(`No view: ${response.status}`)
  return { ended: response.text().catch(() => 'cut') }
}
