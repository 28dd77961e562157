import type { Partner } from './partner.ts'
import type { Service } from './start.ts'

/** Calls the Partner API like a backend with these keys. */
export function callApi(
  { baseUrl }: Service,
  { clientId, clientSecret }: Partner['keys'],
  path = '/catalog?limit=1',
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<Response> {
  return fetch(`${baseUrl}/partner/v1${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
