import { signal } from '@preact/signals'

const TICK_MS = 20_000

let aheadMs = 0

/** The time by the service's clock, in epoch milliseconds, renewed a few times a minute. */
export const now = signal(Date.now())

/** A wrong clock on this machine changes nothing: every answer says what time it is. */
export function followServerClock(response: Response) {
  const date = Date.parse(response.headers.get('Date') ?? '')
  if (Number.isNaN(date)) return
  // The header counts whole seconds, and took a while to arrive.
  const difference = date - Date.now()
  aheadMs = Math.abs(difference) < 5_000 ? 0 : difference
  now.value = Date.now() + aheadMs
}

export function startClock() {
  setInterval(() => {
    now.value = Date.now() + aheadMs
  }, TICK_MS)
}
