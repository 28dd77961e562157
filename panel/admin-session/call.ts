import { AnswerError, isCode, UnreachableError } from '@estante/client/answer.ts'
import { jsonBody } from '@estante/client/json-body.ts'
import type { Answer, Body, Route } from '@estante/contract/route.ts'
import { followServerClock } from '../time/now.ts'

/** The addresses of a route: `/team/${string}/role` for `/team/:id/role`. */
type ConcretePath<Path extends string> = Path extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${string}/${ConcretePath<After>}`
  : Path extends `${infer Before}:${string}`
    ? `${Before}${string}`
    : Path

type AddressOf<R extends Route> = R['query'] extends object
  ? `${ConcretePath<R['path']>}?${string}`
  : ConcretePath<R['path']>

type SignInNeed = 'NOT_SIGNED_IN' | 'SECOND_FACTOR_NOT_SET_UP'

type RequestSignIn = (missing: SignInNeed) => Promise<boolean>

let beginCall: () => RequestSignIn = () => async () => false

/**
 * Calls `listener` before each call, and the function that it returns when the session of that call is unknown or over,
 * or a second factor is now required. That resolves to true once the same admin may continue; the refused call is then
 * repeated.
 */
export function onEachCall(listener: () => RequestSignIn) {
  beginCall = listener
}

/**
 * Calls `/panel/v1`, typed by the route, with the session's cookie. Rejects with `AnswerError` or `UnreachableError`.
 */
export async function call<R extends Route>(
  method: R['method'],
  path: AddressOf<R>,
  ...[body]: Body<R> extends undefined ? [] : [body: Body<R>]
): Promise<Answer<R>> {
  return ask(method, path, body === undefined ? {} : jsonBody(body))
}

/** Like `call`, with a file as the body. */
export async function putFile<R extends Route>(path: AddressOf<R>, file: Blob) {
  return ask<R>('PUT', path, { body: file, headers: { 'Content-Type': 'application/octet-stream' } })
}

/** Resolves to null when the id in the path is unknown or malformed. */
export function nullIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((reason) => {
    if (isCode(reason, 'NOT_FOUND', 'PUBLICATION_NOT_FOUND', 'VALIDATION')) return null
    throw reason
  })
}

async function ask<R extends Route>(method: string, path: string, request: RequestInit): Promise<Answer<R>> {
  const requestSignIn = beginCall()
  const response = await send(method, path, request)
  followServerClock(response)
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer<R>
  const refusal = await AnswerError.from(response)
  if (isMissing(refusal.code) && (await requestSignIn(refusal.code))) return ask<R>(method, path, request)
  throw refusal
}

function isMissing(code: string): code is SignInNeed {
  return code === 'NOT_SIGNED_IN' || code === 'SECOND_FACTOR_NOT_SET_UP'
}

async function send(method: string, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...request, method, credentials: 'same-origin' })
  } catch (reason) {
    throw new UnreachableError(reason)
  }
}
