import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MemberFilter, MemberQuery } from '@estante/contract/panel/members.ts'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../db/database.ts'
import type { Member, Tables } from '../db/tables.ts'
import { type KeysetSection, PREFIX_UPPER_BOUND } from '../http/keyset-pagination.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'
import { toEmailKey } from './member.ts'
import { toNameWords } from './name-words.ts'

/** Members with the rarest word that a query checks for the other words. */
const CANDIDATES = 4000
/** The most such queries for a page. */
const MAX_QUERIES = 5
/** New members without indexed names, which are scanned. */
const NEWEST = 2000
/** Members are counted up to this number; beyond, the answer is "more". */
const COUNTED = 100_000
const COUNTED_OF_SEARCH = 2000
const RARE = 1000

/** A member, and the word of their name that matched. */
type FoundMember = Member & { word?: string }

/** Counts the members of a list, up to a limit. */
export async function countMembers(
  db: Connection,
  tenancy: Tenancy,
  query: MemberQuery,
): Promise<{ count: number; isMore: boolean }> {
  if ((query.search ?? '') !== '') {
    const found = new Set<number>()
    for (const section of await memberSections(db, tenancy, query)) {
      if (found.size > COUNTED_OF_SEARCH) break
      for (const { id } of await section.read('after', undefined, COUNTED_OF_SEARCH + 1)) found.add(id)
    }
    return { count: Math.min(found.size, COUNTED_OF_SEARCH), isMore: found.size > COUNTED_OF_SEARCH }
  }
  const { count, erased } = await db
    .selectFrom(
      filterMembers(db, tenancy, query.filter)
        .clearSelect()
        // No column, so that an index alone serves it.
        .select(sql`1`.as('one'))
        .limit(COUNTED + 1)
        .as('some'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      countErased(db, tenancy).$asScalar().$notNull().as('erased'),
    ])
    .executeTakeFirstOrThrow()
  return count > COUNTED ? { count: COUNTED, isMore: true } : { count: count - erased, isMore: false }
}

/**
 * Counts the erased members whose rows are not deleted yet. They match every filter, and no list shows them. A condition
 * on `erased_at` in the count itself would read every row instead of an index.
 */
function countErased(db: Connection, tenancy: Tenancy) {
  return db
    .selectFrom('member as erased')
    .select(({ fn }) => fn.countAll<number>().as('erased'))
    .where(ofTenancy(tenancy))
    .where('erased_at', 'is not', null)
}

function filterMembers(db: Connection, tenancy: Tenancy, filter: MemberFilter = 'all') {
  return db.selectFrom('member').selectAll('member').where(ofTenancy(tenancy)).where(FILTERS[filter])
}

type MemberCondition = (is: ExpressionBuilder<Tables, 'member'>) => Expression<SqlBool>

const FILTERS: Record<MemberFilter, MemberCondition> = {
  all: (is) => is.lit(true),
  blocked: (is) => is('revoked_at', 'is not', null),
  unlinked: (is) => is('external_user_id', 'is', null),
}

type Members = ReturnType<typeof filterMembers>

/**
 * Returns the sections of a list of members: with an identifier, then without one, by e-mail; or, of a search, matches
 * by identifier, by e-mail, then by a word of the name. Each section is one range of an index, however many members
 * there are.
 */
export async function memberSections(
  db: Connection,
  tenancy: Tenancy,
  query: MemberQuery,
): Promise<KeysetSection<FoundMember>[]> {
  const { filter, search = '' } = query
  const members = filterMembers(db, tenancy, filter)
  const byIdentifier = sectionBy(members, 'external_user_id', search)
  const byEmail = sectionBy(
    members.where(search === '' ? FILTERS.unlinked : hasOtherPrefix('external_user_id', search)),
    'email_key',
    toEmailKey(search),
  )
  const sections = filter === 'unlinked' ? [byEmail] : [byIdentifier, byEmail]
  const words = toNameWords(search)
  if (words.length === 0) return sections
  const rarest = await findRarest(db, tenancy, words)
  const others = members
    .where(hasOtherPrefix('external_user_id', search))
    .where(hasOtherPrefix('email_key', toEmailKey(search)))
  return [...sections, sectionByName(db, others, tenancy, rarest, words), sectionOfNewest(db, others, tenancy, words)]
}

/** Returns the section of members whose value starts with a prefix, in order of the value. */
function sectionBy(
  members: Members,
  column: 'external_user_id' | 'email_key',
  prefix: string,
): KeysetSection<FoundMember> {
  return {
    read: (direction, key, limit) =>
      members
        // Both bounds even without a prefix, so that the range leaves out nulls.
        .where(
          column,
          direction === 'after' && key !== undefined ? '>' : '>=',
          direction === 'after' ? (key ?? prefix) : prefix,
        )
        .where(column, '<', direction === 'before' ? (key ?? prefix + PREFIX_UPPER_BOUND) : prefix + PREFIX_UPPER_BOUND)
        .orderBy(column, direction === 'after' ? 'asc' : 'desc')
        .limit(limit)
        .execute(),
    keyOf: (member) => member[column] ?? '',
  }
}

/** Builds the condition that a column is null, or does not begin with a prefix. */
function hasOtherPrefix(column: 'external_user_id' | 'email_key', prefix: string): MemberCondition {
  return (is) => is.or([is(column, 'is', null), is(column, '<', prefix), is(column, '>=', prefix + PREFIX_UPPER_BOUND)])
}

/** Finds the word of the search that occurs in the fewest names. */
async function findRarest(db: Connection, tenancy: Tenancy, words: readonly string[]): Promise<string> {
  let rarest = { word: words[0] ?? '', count: Number.POSITIVE_INFINITY }
  if (words.length === 1) return rarest.word
  for (const word of words) {
    const { count } = await db
      .selectFrom(wordsWithPrefix(db, tenancy, word).select('member_id').limit(RARE).as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count < rarest.count) rarest = { word, count }
  }
  return rarest.word
}

function wordsWithPrefix(db: Connection, tenancy: Tenancy, prefix: string) {
  return db
    .selectFrom('member_word')
    .where(ofTenancy(tenancy))
    .where('word', '>=', prefix)
    .where('word', '<', prefix + PREFIX_UPPER_BOUND)
}

/**
 * Finds members whose name has a word starting with each word of the search, in order of the rarest word's match. Of
 * two matching words in a name the first counts.
 */
function sectionByName(
  db: Connection,
  members: Members,
  tenancy: Tenancy,
  rarest: string,
  words: readonly string[],
): KeysetSection<FoundMember> {
  const hasWord = (prefix: string) => sql<boolean>`exists (
    select 1 from member_word as other
    where other.partner_id = member.partner_id and other.member_id = member.id
      and other.word >= ${prefix} and other.word < ${prefix + PREFIX_UPPER_BOUND})`
  const isFirst = sql<boolean>`not exists (
    select 1 from member_word as other
    where other.partner_id = member.partner_id and other.member_id = member.id
      and other.word >= ${rarest} and other.word < candidate.word)`
  const isPast = ({ word, member_id }: NameMatch, direction: 'after' | 'before') =>
    direction === 'after'
      ? sql<boolean>`(word, member_id) > (${word}, ${member_id})`
      : sql<boolean>`(word, member_id) < (${word}, ${member_id})`
  return {
    read: async (direction, key, limit) => {
      const order = direction === 'after' ? 'asc' : 'desc'
      const found: FoundMember[] = []
      let from = key === undefined ? undefined : await findMatch(db, tenancy, key)
      for (let queries = 0; queries < MAX_QUERIES; queries++) {
        const candidates = wordsWithPrefix(db, tenancy, rarest)
          .select(['word', 'member_id'])
          .$call((query) => (from ? query.where(isPast(from, direction)) : query))
          .orderBy('word', order)
          .orderBy('member_id', order)
        const rows = await members
          .innerJoin(candidates.limit(CANDIDATES).as('candidate'), 'candidate.member_id', 'member.id')
          .select('candidate.word')
          .where(isFirst)
          .$call((query) =>
            words.filter((one) => one !== rarest).reduce((some, one) => some.where(hasWord(one)), query),
          )
          .orderBy('candidate.word', order)
          .orderBy('candidate.member_id', order)
          .limit(limit - found.length)
          .execute()
        found.push(...rows)
        from = await candidates
          .offset(CANDIDATES - 1)
          .limit(1)
          .executeTakeFirst()
        if (found.length === limit || !from) break
        // SQLite is synchronous: lets other requests run.
        await nextTurn()
      }
      return found
    },
    keyOf: ({ word, public_id }) => `${word} ${public_id}`,
  }
}

/** A row of the index of names. */
type NameMatch = Pick<Tables['member_word'], 'word' | 'member_id'>

/** Finds the match that a cursor names, also of a member erased since. A cursor of another filter may be an e-mail. */
async function findMatch(db: Connection, tenancy: Tenancy, key: string): Promise<NameMatch> {
  const [word = '', publicId = ''] = key.split(' ')
  const member = await db
    .selectFrom('member')
    .select('id')
    .where(ofTenancy(tenancy))
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return { word, member_id: member?.id ?? 0 }
}

/** Returns the section of the newest members, whose names are scanned, in order of id. */
function sectionOfNewest(
  db: Connection,
  members: Members,
  { partnerId }: Tenancy,
  words: readonly string[],
): KeysetSection<FoundMember> {
  const indexedUntil = db.selectFrom('member_word_progress').select('indexed_until').where('partner_id', '=', partnerId)
  return {
    read: async (direction, key, limit) => {
      const newest = await members
        .where((row) => row('member.public_id', '>', row.fn.coalesce(indexedUntil, row.val(''))))
        .where('name', 'is not', null)
        .where(
          sql<boolean>`not exists (
            select 1 from member_word where partner_id = member.partner_id and member_id = member.id)`,
        )
        .orderBy('member.public_id')
        .limit(NEWEST)
        .execute()
      const found = newest.filter(({ name }) => {
        const own = toNameWords(name)
        return words.every((word) => own.some((one) => one.startsWith(word)))
      })
      const wanted = found.filter(
        ({ public_id }) => key === undefined || (direction === 'after' ? public_id > key : public_id < key),
      )
      return (direction === 'after' ? wanted : wanted.reverse()).slice(0, limit)
    },
    keyOf: ({ public_id }) => public_id,
  }
}
