import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublication } from '@estante/formats/open.ts'
import { writeEbook } from '../books.ts'
import { type RunningCommand, startCommand } from '../service.ts'
import type { Tally } from './acknowledged.ts'
import type { Cluster } from './cluster.ts'

const BOOKS_A_ROUND = 5
/** More than one commit of accounts. */
const ACCOUNTS_A_ROUND = 700

/** What is known of a title that was given to be imported. */
export interface BookRecord {
  title: string
  /** As last acknowledged; 0 while no import of it was. */
  edition: number
  /** The edition that an import without an answer may have left. */
  maybe: number | undefined
  /** Sizes of the files of each edition, by their address in the manifest. */
  sizes: Map<number, Map<string, number>>
}

/** An account that was given to be imported: whether that was acknowledged, by its e-mail. */
type Accounts = Map<string, 'acknowledged' | 'maybe'>

interface ImportPlan {
  folder: string
  given: { book: BookRecord; edition: number; path: string }[]
  file: string
  emails: string[]
}

export type Importer = ReturnType<typeof createImporter>

/** The operator who imports books and accounts while the storm goes on. */
export function createImporter(world: Cluster, slug: string) {
  const books: BookRecord[] = []
  const accounts: Accounts = new Map()
  let running: RunningCommand[] = []

  return {
    books,
    accounts,
    /** Makes new books, a new edition of an earlier one, and a list of accounts. Returns what imports them all. */
    async prepare(round: number): Promise<(tally: Tally) => Promise<void>> {
      const prepared = { ...(await prepareBooks(round)), ...(await prepareAccounts(round)) }
      return (tally) => importAll(prepared, tally)
    },
    /** Kills what is running. Returns how many processes that were. */
    kill(): number {
      const alive = running.filter(({ process }) => process.exitCode === null && process.signalCode === null)
      for (const { process } of alive) process.kill('SIGKILL')
      return alive.length
    },
  }

  /** Resolves once both commands have ended. */
  async function importAll({ folder, given, file, emails }: ImportPlan, tally: Tally): Promise<void> {
    const ofBooks = startCommand(world.settings, 'catalog', 'import', folder)
    const ofAccounts = startCommand(
      world.settings,
      ...['member', 'import', '--partner', slug, '--environment', 'production', file],
    )
    running = [ofBooks, ofAccounts]
    const [report, imported] = [(await ofBooks.ended).answer, (await ofAccounts.ended).answer]
    const { failed = [] } = (report ?? {}) as { failed?: { file: string }[] }
    for (const { book, edition, path } of given) {
      if (report === undefined || failed.some((one) => one.file === path)) book.maybe = edition
      else {
        book.edition = edition
        tally.acknowledged++
      }
    }
    if (imported !== undefined) tally.acknowledged += emails.length
    for (const email of emails) accounts.set(email, imported === undefined ? 'maybe' : 'acknowledged')
    await rm(folder, { recursive: true })
  }

  async function prepareBooks(round: number) {
    const folder = join(world.folder, `livros-${round}`)
    await mkdir(folder)
    const known = books.filter(({ edition, maybe }) => edition > 0 && maybe === undefined)
    const again = known[Math.floor(Math.random() * known.length)]
    const fresh = Array.from({ length: BOOKS_A_ROUND }, (_, at) => newBook(`Livro ${round}-${at}`))
    books.push(...fresh)
    const given: ImportPlan['given'] = []
    for (const book of again ? [again, ...fresh] : fresh) {
      const edition = book.edition + 1
      const path = await writeEbook(folder, book.title, edition)
      book.sizes.set(edition, await measure(path, world.folder))
      given.push({ book, edition, path })
    }
    return { folder, given }
  }

  async function prepareAccounts(round: number) {
    const file = join(world.folder, `contas-${round}.csv`)
    const emails = Array.from({ length: ACCOUNTS_A_ROUND }, (_, at) => `conta-${round}-${at}@example.com`)
    await writeFile(file, ['email,name', ...emails.map((email) => `${email},Conta`)].join('\n'))
    return { file, emails }
  }
}

function newBook(title: string): BookRecord {
  return { title, edition: 0, maybe: undefined, sizes: new Map() }
}

/** The files a book becomes, and their sizes, as reading it without any storm gives them. */
async function measure(path: string, folder: string): Promise<Map<string, number>> {
  const extracted = await mkdtemp(join(folder, 'medida-'))
  await (await openPublication(path)).extractTo(extracted)
  const sizes = new Map<string, number>()
  for (const entry of await readdir(extracted, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    sizes.set(file.slice(extracted.length + 1), (await stat(file)).size)
  }
  await rm(extracted, { recursive: true })
  return sizes
}
