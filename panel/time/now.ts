import { signal } from '@preact/signals'

const TICK_MS = 20_000

let aheadMs = 0

/** The time by the service's clock in epoch milliseconds, updated a few times a minute. */
export const now = signal(Date.now())

/** Sets the clock by a response of the service, so that a wrong local clock does not matter. */
export function followServerClock(response: Response) {
  const date = Date.parse(response.headers.get('Date') ?? '')
  if (Number.isNaN(date)) return
  // The header has whole seconds, and arrives late.
  const difference = date - Date.now()
  aheadMs = Math.abs(difference) < 5_000 ? 0 : difference
  now.value = Date.now() + aheadMs
}

export function startClock() {
  setInterval(() => {
    now.value = Date.now() + aheadMs
  }, TICK_MS)
}
