import { expect, type Route } from '@playwright/test'

/** The request arrives and is acted upon; what comes back does not. For `page.route`. */
export async function loseAnswer(route: Route) {
  const request = route.request()
  const { host, hostname } = new URL(request.url())
  // Only the browser knows where `.test` is.
  const url = request.url().replace(hostname, '127.0.0.1')
  const answer = await route.fetch({ url, headers: { ...request.headers(), host } })
  expect(answer.ok()).toBe(true)
  await route.abort()
}
