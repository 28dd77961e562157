import type { Static } from 'typebox'
import { Instant, orNull, pageOf, twoWayPageOf, usageFigures } from '../fields.ts'
import { UsageTotals } from '../partner/usage.ts'
import { PARTNER_ROLES } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { titleFields } from '../title-fields.ts'
import { InEnvironment } from './credentials.ts'

const Cursor = Type.Optional(Type.String({ maxLength: 1024 }))
const MonthPath = Type.Object({
  month: Type.String({
    pattern: '^2\\d{3}-(0[1-9]|1[0-2])$',
    patternMessage: 'deve ter o formato AAAA-MM, com mês de 01 a 12',
  }),
})
const MemberMonthPath = Type.Object({ ...MonthPath.properties, id: storableText({ maxLength: 64 }) })

/** A month with the totals of its report, as in the Partner API. */
export const UsageMonth = Type.Object({
  month: Type.String(),
  totals: UsageTotals,
  startsAt: Instant,
  /** The first instant after the month, in the service's time zone. */
  endsAt: Instant,
  /** When the month becomes final. */
  closesAt: Instant,
})
export type UsageMonth = Static<typeof UsageMonth>

/** The last twenty-four months, the present one last, months without usage included. */
export const listUsageMonths = route('GET', '/panel/v1/usage', {
  access: { roles: PARTNER_ROLES },
  query: InEnvironment,
  answer: Type.Object({ months: Type.Array(UsageMonth), timeZone: Type.String() }),
})

/** The month, and the previous one for comparison. */
export const getUsageMonth = route('GET', '/panel/v1/usage/:month', {
  access: { roles: PARTNER_ROLES },
  params: MonthPath,
  query: InEnvironment,
  answer: Type.Object({ month: UsageMonth, before: UsageTotals }),
})

export const UsageTitle = Type.Object({
  ...titleFields,
  ...usageFigures,
})
export type UsageTitle = Static<typeof UsageTitle>

/**
 * Each title’s share of the totals of the month, by listening, then by reading, descending. A second counts for the
 * title that completed it.
 */
export const listUsageTitles = route('GET', '/panel/v1/usage/:month/titles', {
  access: { roles: PARTNER_ROLES },
  params: MonthPath,
  query: Type.Object({ ...InEnvironment.properties, cursor: Cursor }),
  answer: pageOf(UsageTitle),
})

/** A line of the report. */
export const UsageMember = Type.Object({
  /** Null for an erased person, whose `externalUserId` is a pseudonym. */
  memberId: orNull(Type.String()),
  externalUserId: Type.String(),
  name: orNull(Type.String()),
  ...usageFigures,
  lastActivityAt: orNull(Instant),
})
export type UsageMember = Static<typeof UsageMember>

/** The lines of the report, by identifier, fifty a page. `search` is a prefix of the identifier. */
export const listUsageMembers = route('GET', '/panel/v1/usage/:month/members', {
  access: { roles: PARTNER_ROLES },
  params: MonthPath,
  query: Type.Object({
    ...InEnvironment.properties,
    search: Type.Optional(storableText({ maxLength: 128 })),
    cursor: Cursor,
  }),
  answer: twoWayPageOf(UsageMember),
})

/** Exact time spent, including the fractions of seconds that a report drops. */
const Spent = {
  listeningMs: Type.Integer(),
  readingMs: Type.Integer(),
}

export const UsageMemberTitle = Type.Object({
  ...titleFields,
  ...Spent,
  /** Milliseconds of content, which differ from clock time by the playback rate. */
  contentMs: Type.Integer(),
  readingChapters: Type.Integer(),
  /** Null when it was started in an earlier month. */
  startedAt: orNull(Instant),
})
export type UsageMemberTitle = Static<typeof UsageMemberTitle>

/** `YYYY-MM-DD`, in the service's time zone. */
export const UsageDay = Type.Object({ day: Type.String(), ...Spent, readingChapters: Type.Integer() })
export type UsageDay = Static<typeof UsageDay>

export const UsageMemberMonth = Type.Object({
  month: UsageMonth,
  /** The report's line. Null if it has none for the member. */
  line: orNull(UsageMember),
  member: Type.Object({ id: Type.String(), externalUserId: orNull(Type.String()), name: orNull(Type.String()) }),
  /** Sum over the days and the titles. */
  ...Spent,
  /** Null if the admin's role may not see them, nor the minutes of a day. Each disclosure is audited. */
  titles: orNull(Type.Array(UsageMemberTitle)),
  /** Days with usage, in order. */
  days: Type.Array(UsageDay),
  /** The month is past the retention of minutes and chapters: only its line remains. */
  isDetailRemoved: Type.Boolean(),
  timeZone: Type.String(),
})
export type UsageMemberMonth = Static<typeof UsageMemberMonth>

/** The month of a member by title and by day; each adds up to the line. */
export const getUsageMember = route('GET', '/panel/v1/usage/:month/members/:id', {
  access: { roles: PARTNER_ROLES },
  params: MemberMonthPath,
  query: InEnvironment,
  answer: UsageMemberMonth,
})

export const UsageMinute = Type.Object({
  at: Instant,
  publicationId: Type.String(),
  ...Spent,
  contentMs: Type.Integer(),
})
export type UsageMinute = Static<typeof UsageMinute>

export const ChapterRead = Type.Object({
  at: Instant,
  publicationId: Type.String(),
  /** From 0. */
  chapter: Type.Integer(),
})
export type ChapterRead = Static<typeof ChapterRead>

/**
 * Every counted minute and chapter of a member on a day of the month, for the roles that see a named member’s titles.
 * Each disclosure is audited.
 */
export const getUsageDay = route('GET', '/panel/v1/usage/:month/members/:id/minutes', {
  access: { roles: PARTNER_ROLES },
  params: MemberMonthPath,
  query: Type.Object({ ...InEnvironment.properties, day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }) }),
  answer: Type.Object({ minutes: Type.Array(UsageMinute), chapters: Type.Array(ChapterRead) }),
})

/**
 * One line per member, with the figures and field names of the Partner API; UTF-8 with a byte order mark. Cells that
 * look like formulas are prefixed with an apostrophe.
 */
export const downloadUsageMembers = route('GET', '/panel/v1/usage/:month/members.csv', {
  access: { roles: PARTNER_ROLES },
  params: MonthPath,
  query: InEnvironment,
})

/** One line per title, with its name when the month first counted it, by listening, descending. */
export const downloadUsageTitles = route('GET', '/panel/v1/usage/:month/titles.csv', {
  access: { roles: PARTNER_ROLES },
  params: MonthPath,
  query: InEnvironment,
})
