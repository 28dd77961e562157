import type { Manifest } from '@estante/contract/manifest.ts'
import type {
  ChapterPair,
  ChapterPairs,
  confirmChapterPairs as confirmRoute,
} from '@estante/contract/panel/chapter-pairs.ts'
import type { Body } from '@estante/contract/route.ts'
import { LRUCache } from 'lru-cache'
import { readLastChange } from '../admins/last-change.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Connection, Transaction } from '../db/database.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { findOtherForm, findPublication } from '../publications/publication.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { versionOf } from '../version-of.ts'
import { type Pair, pairParts, partsOfBook, partsOfSound, type WorkPart } from './pair-parts.ts'

interface Forms {
  ebook: Publication
  audiobook: Publication
}

type Ids = Record<keyof Forms, Pick<Publication, 'id' | 'revision'>>
type Confirmation = Tables['chapter_pairing']

/** Proposed pairs that a process holds, of the works last asked for: a pair takes 200 bytes. */
const CACHED_PAIRS = 50_000

/**
 * Creates the reader of a work's pairs: confirmed by an operator, or else proposed. Those are computed once for the
 * forms' files, which may take most of a second.
 */
export function createPairReader(db: Connection) {
  const proposed = new LRUCache<string, Pair[]>({
    maxSize: CACHED_PAIRS,
    sizeCalculation: (pairs) => pairs.length + 1,
  })

  return async function readPairs(forms: Ids, book: Manifest, sound: Manifest): Promise<Pair[]> {
    const confirmed = await findConfirmedPairs(db, forms)
    if (confirmed) return confirmed
    const key = [forms.ebook, forms.audiobook].map(({ id, revision }) => `${id} ${revision}`).join(' ')
    const known = proposed.get(key)
    if (known) return known
    const pairs = pairParts(partsOfBook(book), partsOfSound(sound))
    proposed.set(key, pairs)
    return pairs
  }
}

/** Finds the pairs that an operator confirmed for the forms' current files; undefined when there are none. */
async function findConfirmedPairs(db: Connection, forms: Ids): Promise<Pair[] | undefined> {
  return confirmedIn(await findRow(db, forms), forms)
}

/** Reads the chapters of a work in both forms, by either id. Undefined with one form only, or when never measured. */
export async function readChapterPairs(context: Context, id: string): Promise<ChapterPairs | undefined> {
  const { db } = context
  const forms = await findForms(context, id)
  if (!forms) return undefined
  const [book, sound] = partsOf(forms)
  const row = await findRow(db.read, forms)
  const confirmed = confirmedIn(row, forms)
  const outdated = row && !confirmed ? (JSON.parse(row.pairs) as Pair[]) : undefined
  const { ebook, audiobook } = forms
  return {
    title: ebook.title,
    version: versionOfPairs(forms, confirmed),
    ebook: { id: ebook.public_id, revision: ebook.revision, parts: book.map(toAnswer) },
    audiobook: { id: audiobook.public_id, revision: audiobook.revision, parts: sound.map(toAnswer) },
    proposed: pairParts(book, sound).map(toPair),
    confirmed: confirmed?.map(toPair) ?? null,
    confirmedChange: row ? await readLastChange(db.read, row.confirmed_by, row.confirmed_at) : null,
    outdated: outdated?.filter(([a, b]) => a.last < book.length && b.last < sound.length).map(toPair) ?? null,
  }
}

/**
 * Stores the pairs that an operator confirmed; null removes them, so that the proposed pairs are used again. Throws
 * `VALIDATION`, and `CHANGED_MEANWHILE` when a form has a newer file, or other pairs were confirmed. False for an
 * unknown work.
 */
export async function confirmChapterPairs(
  context: Context,
  id: string,
  adminId: number,
  { pairs: wanted, version }: Body<typeof confirmRoute>,
  actor: Actor,
): Promise<boolean> {
  const forms = await findForms(context, id)
  if (!forms) return false
  const { ebook, audiobook } = forms
  const pairs = wanted?.map(({ ebook, audiobook }): Pair => [ebook, audiobook])
  const now = context.clock.now()
  await context.db.write(async (tx) => {
    if (await haveChanged(tx, forms)) throw new ApiError('CHANGED_MEANWHILE')
    const confirmed = await findConfirmedPairs(tx, forms)
    if (JSON.stringify(pairs) === JSON.stringify(confirmed)) return
    if (version !== versionOfPairs(forms, confirmed)) throw new ApiError('CHANGED_MEANWHILE')
    if (pairs) {
      checkPairs(pairs, partsOf(forms))
      const columns = {
        ebook_revision: ebook.revision,
        audiobook_revision: audiobook.revision,
        pairs: JSON.stringify(pairs),
        confirmed_by: adminId,
        confirmed_at: now,
      }
      await tx
        .insertInto('chapter_pairing')
        .values({ ...columns, ebook_id: ebook.id, audiobook_id: audiobook.id })
        .onConflict((conflict) => conflict.columns(['ebook_id', 'audiobook_id']).doUpdateSet(columns))
        .execute()
    } else {
      await tx
        .deleteFrom('chapter_pairing')
        .where('ebook_id', '=', ebook.id)
        .where('audiobook_id', '=', audiobook.id)
        .execute()
    }
    const detail = { id, ...(pairs && { pairs: pairs.length }) }
    await appendAudit(tx, now, actor, pairs ? 'chapters-paired' : 'chapters-unpaired', ebook.title, detail)
  })
  return true
}

/** Locks both forms, which serialises the confirmations of a work. Returns whether one has a newer file. */
async function haveChanged(tx: Transaction, { ebook, audiobook }: Forms): Promise<boolean> {
  const current = await tx
    .selectFrom('publication')
    .select(['id', 'revision'])
    .where('id', 'in', [ebook.id, audiobook.id])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const revisions = new Map(current.map(({ id, revision }) => [id, revision]))
  return [ebook, audiobook].some(({ id, revision }) => revisions.get(id) !== revision)
}

async function findForms({ db, clock }: Context, id: string): Promise<Forms | undefined> {
  const now = clock.now()
  const one = await findPublication(db.read, now, PREVIEW_PARTNER_ID, id)
  const form = one && (await findOtherForm(db.read, now, PREVIEW_PARTNER_ID, one))
  const other = form && (await findPublication(db.read, now, PREVIEW_PARTNER_ID, form.id))
  if (!one || !other) return undefined
  const forms = one.type === 'ebook' ? { ebook: one, audiobook: other } : { ebook: other, audiobook: one }
  const [book, sound] = partsOf(forms)
  return book.length > 0 && sound.length > 0 ? forms : undefined
}

function partsOf({ ebook, audiobook }: Forms): [book: WorkPart[], sound: WorkPart[]] {
  return [partsOfBook(JSON.parse(ebook.manifest) as Manifest), partsOfSound(JSON.parse(audiobook.manifest) as Manifest)]
}

function checkPairs(pairs: Pair[], [book, sound]: [WorkPart[], WorkPart[]]): void {
  const isRight = pairs.every((pair, at) =>
    [book, sound].every((parts, form) => {
      const { first, last } = pair[form]!
      const { last: lastBefore } = pairs[at - 1]?.[form] ?? { last: -1 }
      return first > lastBefore && last >= first && last < parts.length
    }),
  )
  if (!isRight) throw new ApiError('VALIDATION', ['O campo "pairs" deve ter capítulos que existem, na ordem dos dois.'])
}

/** Returns the pairs of a confirmation for the forms' current files. */
function confirmedIn(row: Confirmation | undefined, { ebook, audiobook }: Ids): Pair[] | undefined {
  const holds = row?.ebook_revision === ebook.revision && row.audiobook_revision === audiobook.revision
  return row && holds ? (JSON.parse(row.pairs) as Pair[]) : undefined
}

function versionOfPairs({ ebook, audiobook }: Ids, confirmed: Pair[] | undefined): string {
  return versionOf([ebook.id, ebook.revision, audiobook.id, audiobook.revision, confirmed ?? null])
}

async function findRow(db: Connection, { ebook, audiobook }: Ids) {
  return db
    .selectFrom('chapter_pairing')
    .selectAll()
    .where('ebook_id', '=', ebook.id)
    .where('audiobook_id', '=', audiobook.id)
    .executeTakeFirst()
}

function toAnswer({ title, length }: WorkPart) {
  return { title, size: Math.round(length * 10) / 10 }
}

function toPair([ebook, audiobook]: Pair): ChapterPair {
  return { ebook, audiobook }
}
