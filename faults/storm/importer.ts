import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicationFile } from '@estante/formats/open.ts'
import { writeEbook } from '../books.ts'
import { type RunningCommand, startCommand } from '../service.ts'
import type { Tally } from './acknowledged.ts'
import type { Cluster } from './cluster.ts'

const BOOKS_A_ROUND = 5
/** More than one transaction of accounts. */
const ACCOUNTS_A_ROUND = 700

/** State of a title given to an import. */
export interface BookRecord {
  title: string
  /** Last acknowledged edition; 0 before the first. */
  edition: number
  /** Edition of an import without an answer. */
  maybe: number | undefined
  /** Sizes of the files of each edition, by address in the manifest. */
  sizes: Map<number, Map<string, number>>
}

/** E-mails of imported accounts, and whether the import was acknowledged. */
type Accounts = Map<string, 'acknowledged' | 'maybe'>

interface ImportPlan {
  folder: string
  given: { book: BookRecord; edition: number; path: string }[]
  file: string
  emails: string[]
}

export type Importer = ReturnType<typeof createImporter>

/** Imports books and accounts during the storm. */
export function createImporter(cluster: Cluster, slug: string) {
  const books: BookRecord[] = []
  const accounts: Accounts = new Map()
  let running: RunningCommand[] = []

  return {
    books,
    accounts,
    /**
     * Prepares new books, a new edition of an earlier one, and a list of accounts. Returns a function that imports
     * them.
     */
    async prepare(round: number): Promise<(tally: Tally) => Promise<void>> {
      const prepared = { ...(await prepareBooks(round)), ...(await prepareAccounts(round)) }
      return (tally) => importAll(prepared, tally)
    },
    /** Kills the running commands. Returns how many there were. */
    kill(): number {
      const alive = running.filter(({ process }) => process.exitCode === null && process.signalCode === null)
      for (const { process } of alive) process.kill('SIGKILL')
      return alive.length
    },
  }

  /** Resolves when both commands end. */
  async function importAll({ folder, given, file, emails }: ImportPlan, tally: Tally): Promise<void> {
    const ofBooks = startCommand(cluster.settings, 'catalog', 'import', folder)
    const ofAccounts = startCommand(
      cluster.settings,
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
    const folder = join(cluster.folder, `livros-${round}`)
    await mkdir(folder)
    const known = books.filter(({ edition, maybe }) => edition > 0 && maybe === undefined)
    const again = known[Math.floor(Math.random() * known.length)]
    const fresh = Array.from({ length: BOOKS_A_ROUND }, (_, at) => newBook(`Livro ${round}-${at}`))
    books.push(...fresh)
    const given: ImportPlan['given'] = []
    for (const book of again ? [again, ...fresh] : fresh) {
      const edition = book.edition + 1
      const path = await writeEbook(folder, book.title, edition)
      book.sizes.set(edition, await measure(path, cluster.folder))
      given.push({ book, edition, path })
    }
    return { folder, given }
  }

  async function prepareAccounts(round: number) {
    const file = join(cluster.folder, `contas-${round}.csv`)
    const emails = Array.from({ length: ACCOUNTS_A_ROUND }, (_, at) => `conta-${round}-${at}@example.com`)
    await writeFile(file, ['email,name', ...emails.map((email) => `${email},Conta`)].join('\n'))
    return { file, emails }
  }
}

function newBook(title: string): BookRecord {
  return { title, edition: 0, maybe: undefined, sizes: new Map() }
}

/** Extracts a book outside the storm, and returns the sizes of its files. */
async function measure(path: string, folder: string): Promise<Map<string, number>> {
  const extracted = await mkdtemp(join(folder, 'medida-'))
  await (await openPublicationFile(path)).extractTo(extracted)
  const sizes = new Map<string, number>()
  for (const entry of await readdir(extracted, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    sizes.set(file.slice(extracted.length + 1), (await stat(file)).size)
  }
  await rm(extracted, { recursive: true })
  return sizes
}
