import type { Static } from 'typebox'
import { Instant, orNull, pageOf } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

/** The changes of an act, by field. */
export const AuditDetail = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
export type AuditDetail = Static<typeof AuditDetail>

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Instant,
  /**
   * E-mail of the actor at the time. Null when nobody was signed in (the command line, a failed sign-in), and for a
   * partner when an operator acted.
   */
  actor: orNull(Type.String()),
  isByOperator: Type.Boolean(),
  /** The partner concerned, for operators. Null for acts among operators. */
  partner: orNull(Type.Object({ name: Type.String(), slug: Type.String() })),
  act: Type.String(),
  /** Subject of the act: an e-mail, a `client_id`. Null when it is the actor. */
  subject: orNull(Type.String()),
  detail: orNull(AuditDetail),
  /**
   * The actor's network address. Null for the command line, and for a partner when an operator acted. Empty after the
   * retention time.
   */
  address: orNull(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>

const AuditFilters = Type.Object({
  /** Acts to include, separated by commas. */
  acts: Type.Optional(storableText({ maxLength: 2048 })),
  /** Part of the actor's e-mail, where visible, or of the subject. */
  search: Type.Optional(storableText({ maxLength: 254 })),
  from: Type.Optional(Instant),
  /** Exclusive. */
  until: Type.Optional(Instant),
  /** Slug of a partner, for operators. */
  partner: Type.Optional(storableText({ maxLength: 64 })),
})

/**
 * Newest first, at most fifty a page: fewer, with a cursor, when a scan with few matches reached its limit. For owners
 * and operators: owners see the entries of their partner, operators see all.
 */
export const listAudit = route('GET', '/panel/v1/audit', {
  access: { roles: ['owner', 'operator'], operatorQuery: ['partner'] },
  query: Type.Object({ ...AuditFilters.properties, cursor: Type.Optional(Type.String({ maxLength: 512 })) }),
  answer: pageOf(AuditEntry),
})

/**
 * One line per act that matches the filters, newest first, for a spreadsheet in Portuguese: semicolons, UTF-8 with a
 * byte order mark, instants in the time zone of the service. Cells that look like formulas are prefixed with an
 * apostrophe.
 */
export const downloadAudit = route('GET', '/panel/v1/audit.csv', {
  access: { roles: ['owner', 'operator'], operatorQuery: ['partner'] },
  query: AuditFilters,
})
