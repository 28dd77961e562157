import type { Static } from 'typebox'
import { Instant, orNull, pageOf } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

/** All audited acts. The panel shows an unknown one by its name. */
export const AuditAct = Type.Union([
  Type.Literal('signed-in'),
  Type.Literal('sign-in-failed'),
  Type.Literal('signed-out'),
  Type.Literal('sessions-ended'),
  Type.Literal('password-changed'),
  Type.Literal('password-reset-requested'),
  Type.Literal('password-reset'),
  Type.Literal('second-factor-enabled'),
  Type.Literal('second-factor-disabled'),
  Type.Literal('second-factor-required'),
  Type.Literal('second-factor-optional'),
  Type.Literal('recovery-code-used'),
  Type.Literal('recovery-codes-renewed'),
  Type.Literal('admin-invited'),
  Type.Literal('invitation-withdrawn'),
  Type.Literal('invitation-accepted'),
  Type.Literal('role-changed'),
  Type.Literal('admin-removed'),
  Type.Literal('credential-created'),
  Type.Literal('credential-rotated'),
  Type.Literal('credential-revoked'),
  Type.Literal('limit-changed'),
  Type.Literal('name-changed'),
  Type.Literal('partner-created'),
  Type.Literal('partner-renamed'),
  Type.Literal('partner-suspended'),
  Type.Literal('partner-resumed'),
  Type.Literal('partner-limit-changed'),
  Type.Literal('partner-purged'),
  Type.Literal('import-started'),
  Type.Literal('import-forgotten'),
  Type.Literal('import-retried'),
  Type.Literal('import-discarded'),
  Type.Literal('publication-edited'),
  Type.Literal('cover-changed'),
  Type.Literal('cover-removed'),
  Type.Literal('publication-published'),
  Type.Literal('publication-drafted'),
  Type.Literal('publication-withdrawn'),
  Type.Literal('availability-changed'),
  Type.Literal('publication-previewed'),
  Type.Literal('title-featured'),
  Type.Literal('title-unfeatured'),
  Type.Literal('chapters-paired'),
  Type.Literal('chapters-unpaired'),
  Type.Literal('appearance-changed'),
  Type.Literal('sandbox-seeded'),
  Type.Literal('member-blocked'),
  Type.Literal('member-restored'),
  Type.Literal('member-titles-viewed'),
  Type.Literal('privacy-contact-changed'),
  Type.Literal('titles-visibility-changed'),
  Type.Literal('member-exported'),
  Type.Literal('member-erased'),
])
export type AuditAct = Static<typeof AuditAct>

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
export const listAudit = route({
  method: 'GET',
  path: '/panel/v1/audit',
  access: { roles: ['owner', 'operator'] },
  query: Type.Object({ ...AuditFilters.properties, cursor: Type.Optional(Type.String({ maxLength: 512 })) }),
  answer: pageOf(AuditEntry),
})

/**
 * One line per act that matches the filters, newest first, for a spreadsheet in Portuguese: semicolons, UTF-8 with a
 * byte order mark, instants in the time zone of the service. Cells that look like formulas are prefixed with an
 * apostrophe.
 */
export const downloadAudit = route({
  method: 'GET',
  path: '/panel/v1/audit.csv',
  access: { roles: ['owner', 'operator'] },
  query: AuditFilters,
})
