import type { Context } from '../context.ts'
import { mintedAt } from '../db/ids.ts'
import { sameHash, sign } from '../secrets.ts'
import { ApiError } from './errors.ts'

type SigningContext = Pick<Context, 'signingKey'>

/**
 * Reads a page of a list in order of a key, after the row with the key `from`. A row beyond `size` means more. `list`
 * names it: a cursor is invalid for every other list.
 */
export function keysetPage<Row>(
  context: SigningContext,
  list: string,
  cursor: string | undefined,
  {
    size,
    read,
    keyOf,
  }: { size: number; read(from: string | undefined, limit: number): Promise<Row[]>; keyOf(row: Row): string },
): Promise<{ items: Row[]; nextCursor: string | null }> {
  return scanPage(context, list, cursor, async (from) => {
    const rows = await read(from, size + 1)
    const items = rows.slice(0, size)
    const [last] = rows.length > size ? items.slice(-1) : []
    return { items, last: last && keyOf(last) }
  })
}

/** Like `keysetPage`, but `read` limits its own scan: `last` is the key to continue from, undefined at the end. */
export async function scanPage<Page extends { last: string | undefined }>(
  { signingKey }: SigningContext,
  list: string,
  cursor: string | undefined,
  read: (from: string | undefined) => Promise<Page>,
): Promise<Omit<Page, 'last'> & { nextCursor: string | null }> {
  const { last, ...page } = await read(cursor === undefined ? undefined : decodeCursor(signingKey, list, cursor))
  return { ...page, nextCursor: last === undefined ? null : encodeCursor(signingKey, list, last) }
}

/** A page of a log, newest first. */
export interface LogPage<Item> {
  items: Item[]
  /** Key to continue from; undefined on the last page. */
  last: string | undefined
  /** Whether the page ends because the scan limit was reached, not because it is full. */
  isCutShort: boolean
}

/** Like `scanPage`, for a log by time: a page that ends at the limit of its scan tells how far it searched. */
export function scanLog<Item>(
  context: SigningContext,
  list: string,
  cursor: string | undefined,
  read: (before: string | undefined) => Promise<LogPage<Item>>,
) {
  return scanPage(context, list, cursor, async (before) => {
    const { items, last, isCutShort } = await read(before)
    return { items, last, searchedUntil: isCutShort && last ? new Date(mintedAt(last)).toISOString() : null }
  })
}

/** A position in a list read in both directions: before or after the row with the key, in one section. */
interface KeysetCursor {
  direction: 'after' | 'before'
  section: number
  key: string
}

/** A section of a list, ordered by a unique key. */
export interface KeysetSection<Row> {
  /**
   * Reads the first rows after the key, or the last before it, nearest first; without a key, from the respective end.
   */
  read(direction: KeysetCursor['direction'], key: string | undefined, limit: number): Promise<Row[]>
  keyOf(row: Row): string
}

/**
 * `prefix + PREFIX_UPPER_BOUND` is an upper bound for every string that starts with `prefix`: the last code point, more
 * often than the longest value of a list (an e-mail, 254) could contain it.
 */
export const PREFIX_UPPER_BOUND = '\u{10FFFF}'.repeat(255)

/** Like `keysetPage`, in both directions, of a list that consists of sections. */
export async function twoWayPage<Row>(
  { signingKey }: SigningContext,
  list: string,
  cursor: string | undefined,
  sections: readonly KeysetSection<Row>[],
  size: number,
): Promise<{ items: Row[]; previousCursor: string | null; nextCursor: string | null }> {
  const from = cursor === undefined ? undefined : fromCursorText(decodeCursor(signingKey, list, cursor))
  const direction = from?.direction ?? 'after'
  const found = await walk(sections, direction, from, size + 1)
  // Backwards, the first page is always a full one.
  if (direction === 'before' && found.length < size) return twoWayPage({ signingKey }, list, undefined, sections, size)
  const page = found.slice(0, size)
  if (direction === 'before') page.reverse()
  const isMore = found.length > size
  const hasPrevious = direction === 'before' ? isMore : from !== undefined
  const hasNext = direction === 'after' ? isMore : true
  return {
    items: page.map(({ row }) => row),
    previousCursor: hasPrevious ? cursorAt('before', page[0]) : null,
    nextCursor: hasNext ? cursorAt('after', page.at(-1)) : null,
  }

  function cursorAt(direction: KeysetCursor['direction'], found: { section: number; key: string } | undefined) {
    return found ? encodeCursor(signingKey, list, toCursorText({ direction, ...found })) : null
  }
}

async function walk<Row>(
  sections: readonly KeysetSection<Row>[],
  direction: KeysetCursor['direction'],
  from: KeysetCursor | undefined,
  limit: number,
): Promise<{ row: Row; section: number; key: string }[]> {
  const found: { row: Row; section: number; key: string }[] = []
  const step = direction === 'after' ? 1 : -1
  for (let section = from?.section ?? 0; found.length < limit; section += step) {
    const here = sections[section]
    if (!here) break
    const rows = await here.read(direction, section === from?.section ? from.key : undefined, limit - found.length)
    found.push(...rows.map((row) => ({ row, section, key: here.keyOf(row) })))
  }
  return found
}

/** Encodes a position for a cursor. */
function toCursorText({ direction, section, key }: KeysetCursor): string {
  return `${direction === 'after' ? '>' : '<'}${section}${key}`
}

function fromCursorText(text: string): KeysetCursor {
  return { direction: text[0] === '>' ? 'after' : 'before', section: Number(text[1]), key: text.slice(2) }
}

/** Encodes the last key of a page as an opaque cursor, signed so that clients cannot forge one. */
function encodeCursor(signingKey: string, list: string, lastKey: string): string {
  const payload = Buffer.from(lastKey).toString('base64url')
  return `${payload}.${sign(signingKey, `cursor:${list}:${payload}`)}`
}

/** Decodes the last key of the page before. Throws `VALIDATION` for a cursor that this list did not sign. */
function decodeCursor(signingKey: string, list: string, cursor: string): string {
  const [payload, signature, ...rest] = cursor.split('.')
  const isOurs =
    payload && signature && rest.length === 0 && sameHash(signature, sign(signingKey, `cursor:${list}:${payload}`))
  if (!isOurs) {
    throw new ApiError('VALIDATION', [
      'O campo "cursor" não é um nextCursor deste serviço. Recomece a lista sem cursor.',
    ])
  }
  return Buffer.from(payload, 'base64url').toString()
}
