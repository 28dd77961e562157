import type { Static } from 'typebox'
import { Instant, oneOf, orNull } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { Environment } from './credentials.ts'

/** Responses of all nodes in an interval. */
export const AnswerCounts = Type.Object({
  calls: Type.Integer(),
  /** 4xx responses. */
  refused: Type.Integer(),
  /** 5xx responses. */
  failed: Type.Integer(),
  /** Milliseconds; 0 without calls. */
  msMean: Type.Integer(),
  msMax: Type.Integer(),
})
export type AnswerCounts = Static<typeof AnswerCounts>

export const AnswerCountsAt = Type.Object({ at: Instant, ...AnswerCounts.properties })
export type AnswerCountsAt = Static<typeof AnswerCountsAt>

export const Health = Type.Object({
  /** The node that answers. */
  node: Type.Object({
    now: Instant,
    timeZone: Type.String(),
    startedAt: Instant,
    version: Type.String(),
    runtime: Type.String(),
    memoryBytes: Type.Integer(),
    /** How far its clock is ahead of the database's, negative when behind; null below a second. */
    clockSkewMs: orNull(Type.Integer()),
  }),
  database: Type.Object({
    kind: oneOf(['sqlite', 'postgresql']),
    isReachable: Type.Boolean(),
    /** Response time of the database. Null if it did not respond. */
    answerMs: orNull(Type.Integer()),
    bytes: orNull(Type.Integer()),
    /** Transactions, or requests for a connection, queued in this node. */
    waiting: Type.Integer(),
  }),
  storage: Type.Object({
    kind: oneOf(['disk', 'object']),
    isReachable: Type.Boolean(),
    /** Null if not measured: in object storage, and until the first measurement. */
    mediaBytes: orNull(Type.Integer()),
    /** Free bytes of the data's disk; null if unknown. */
    freeBytes: orNull(Type.Integer()),
    totalBytes: orNull(Type.Integer()),
  }),
  /** Unfinished imports. */
  imports: Type.Object({ waiting: Type.Integer(), running: Type.Integer() }),
  /** The last whole hour by minute, the earliest first. */
  hour: Type.Array(AnswerCountsAt),
  /** The last whole day by quarter of an hour, the earliest first. */
  day: Type.Array(AnswerCountsAt),
  /** The hour, by surface. */
  surfaces: Type.Object({ partner: AnswerCounts, play: AnswerCounts, panel: AnswerCounts, other: AnswerCounts }),
})
export type Health = Static<typeof Health>

/** Requests are of all nodes, to within a few seconds; the rest is of the node that answers. */
export const getHealth = route('GET', '/panel/v1/health', {
  access: { roles: ['operator'] },
  answer: Health,
})

export const AnomalyKind = oneOf([
  'listening-300h',
  'titles-100',
  'launches-refused',
  'calls-refused',
  'calls-above-week',
  'credential-unused',
])
export type AnomalyKind = Static<typeof AnomalyKind>

/** An unusual figure, with the usual one. */
export const Anomaly = Type.Object({
  kind: AnomalyKind,
  partner: Type.Object({ name: Type.String(), slug: Type.String() }),
  environment: orNull(Environment),
  /** A member's identifier or a credential's name; null for the partner itself. */
  subject: orNull(Type.String()),
  value: Type.Integer(),
  /** The usual value for comparison; null for none. */
  usual: orNull(Type.Integer()),
  at: orNull(Instant),
})
export type Anomaly = Static<typeof Anomaly>

/** Lists at most twenty anomalies of each kind, searched once a minute. */
export const listAnomalies = route('GET', '/panel/v1/health/anomalies', {
  access: { roles: ['operator'] },
  answer: Type.Object({ items: Type.Array(Anomaly) }),
})
