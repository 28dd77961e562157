import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'

/** Buckets in seconds: writes take a few milliseconds, a page of the catalog less than one, a large report seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A lease with a heartbeat this recent counts as active. */
const ACTIVE_FOR_MS = 60_000

/** Creates the metrics of this process, for Prometheus. */
export function createMetrics({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  watchDatabase(registers, db)
  return {
    registry,
    ...createRequestMetrics(registers),
    ...createLaunchMetrics(registers),
    ...createActivityMetrics(registers, clock),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Requests follow OpenTelemetry's conventions (https://opentelemetry.io/docs/specs/semconv/http/http-metrics/), by
 * route and never by address: an address holds ids and keys, of unbounded number.
 */
function createRequestMetrics(registers: Registry[]) {
  const requestDuration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route and status.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const abandonedRequests = new Counter({
    name: 'http_server_abandoned_requests_total',
    help: 'Requests whose client left before the end of the answer.',
    labelNames: ['http_request_method', 'http_route'],
    registers,
  })
  // A gauge that is set would cost each request more than all other metrics.
  let activeRequests = 0
  const help = 'Requests being answered now, open views included.'
  addGauge(registers, 'http_server_active_requests', help, () => activeRequests)

  return {
    requestBegan(): void {
      activeRequests++
    },
    /** `seconds` is undefined when the client left, and `status` when that was before the answer. */
    requestEnded(method: string, route: string, status: number | undefined, seconds: number | undefined): void {
      activeRequests--
      if (seconds === undefined) abandonedRequests.inc({ http_request_method: method, http_route: route })
      else {
        const labels = { http_request_method: method, http_route: route, http_response_status_code: status }
        requestDuration.observe(labels, seconds)
      }
    },
  }
}

function createLaunchMetrics(registers: Registry[]) {
  const openViews = new Gauge({ name: 'estante_open_views', help: 'Event streams of open pages.', registers })
  const mintedLaunches = new Counter({
    name: 'estante_launches_minted_total',
    help: 'Sign-on links handed to partners.',
    registers,
  })
  const openedLaunches = new Counter({
    name: 'estante_launches_opened_total',
    help: 'Sign-on links exchanged for a member session.',
    registers,
  })
  const refusedLaunches = new Counter({
    name: 'estante_launches_refused_total',
    help: 'Sign-on links that were opened and refused, by reason.',
    labelNames: ['reason'],
    registers,
  })
  return {
    viewOpened: () => openViews.inc(),
    viewClosed: () => openViews.dec(),
    launchMinted: () => mintedLaunches.inc(),
    launchOpened: () => openedLaunches.inc(),
    launchRefused: (reason: string) => refusedLaunches.inc({ reason }),
  }
}

function createActivityMetrics(registers: Registry[], clock: Context['clock']) {
  const heartbeats = new Counter({
    name: 'estante_heartbeats_total',
    help: 'Accepted heartbeats of listening and reading.',
    labelNames: ['type'],
    registers,
  })
  const creditedSeconds = new Counter({
    name: 'estante_credited_seconds_total',
    help: 'Seconds of listening and reading credited to members.',
    labelNames: ['type'],
    registers,
  })
  // A counter without samples has no rate, and the alert compares the rate with zero.
  for (const type of ['audiobook', 'ebook']) {
    heartbeats.inc({ type }, 0)
    creditedSeconds.inc({ type }, 0)
  }
  const active = { audiobook: createRecent(), ebook: createRecent() }
  addGauge(registers, 'estante_active_listeners', 'Audiobooks that this process heard of in the last minute.', () =>
    active.audiobook.count(clock.now()),
  )
  addGauge(registers, 'estante_active_readers', 'E-books that this process heard of in the last minute.', () =>
    active.ebook.count(clock.now()),
  )

  return {
    countHeartbeat(leaseId: string, type: PublicationType, creditedMs: number): void {
      active[type].touch(leaseId, clock.now())
      heartbeats.inc({ type })
      creditedSeconds.inc({ type }, creditedMs / 1000)
    },
  }
}

function watchDatabase(registers: Registry[], db: Context['db']): void {
  for (const [name, help, read] of [
    ['estante_database_waiting', 'Writes, or requests for a connection, waiting their turn.', () => db.load().waiting],
    ['estante_database_connections_busy', 'Connections to the database in use.', () => db.load().busy],
    ['estante_database_connections_open', 'Connections to the database that are open.', () => db.load().open],
  ] as const) {
    addGauge(registers, name, help, read)
  }
}

/** Adds a gauge whose value is read when it is collected. */
function addGauge(registers: Registry[], name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}

/** Creates a set of recently seen names, oldest first, so that expiring them is cheap. */
function createRecent() {
  const seenAt = new Map<string, number>()
  function forget(now: number): void {
    for (const [name, at] of seenAt) {
      if (at > now - ACTIVE_FOR_MS) return
      seenAt.delete(name)
    }
  }
  return {
    touch(name: string, now: number): void {
      seenAt.delete(name)
      seenAt.set(name, now)
      forget(now)
    },
    count(now: number): number {
      forget(now)
      return seenAt.size
    },
  }
}
