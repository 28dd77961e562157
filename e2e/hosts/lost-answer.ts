import { expect, type Route } from '@playwright/test'

/** Handler for `page.route`: delivers the request and drops the response. */
export async function loseAnswer(route: Route) {
  const request = route.request()
  const { host, hostname } = new URL(request.url())
  // Only the browser resolves `.test`.
  const url = request.url().replace(hostname, '127.0.0.1')
  const answer = await route.fetch({ url, headers: { ...request.headers(), host } })
  expect(answer.ok()).toBe(true)
  await route.abort()
}
