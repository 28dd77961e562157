import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { extract, type ReadEntry } from 'tar'
import { type Config, readConfig } from '../config.ts'
import { migrate, OtherSchema } from '../db/migrate.ts'
import { openDatabase, SQLITE_FILE } from '../db/open.ts'
import { refuseElsewhere } from '../db/relocated.ts'
import { openSqlite } from '../db/sqlite.ts'
import { copyDatabase } from '../db/transfer/move.ts'
import { createFolder, flushPath, flushTree } from '../storage/flush.ts'
import { checkSums, SUMS_FILE } from './backup-sums.ts'
import { findFaults } from './find-faults.ts'
import { CommandError } from './run.ts'

/** Creates `estante restore FILE`, which restores a backup of `estante backup` into an empty installation. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Traz de volta uma cópia, para uma DATA_DIR vazia e, com DATABASE_URL, um PostgreSQL vazio.')
    .argument('<arquivo.tar>')
    .option('--json', 'imprime um JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const restored = await restore(readConfig(process.env), resolve(file))
      process.stdout.write(`${json ? JSON.stringify(restored) : toText(restored)}\n`)
    })
}

interface RestoreSummary {
  members: number
  publications: number
}

function toText({ members, publications }: RestoreSummary): string {
  return `Cópia restaurada. Membros: ${members}; títulos: ${publications}. Confira com estante doctor.`
}

async function restore(config: Config, file: string): Promise<RestoreSummary> {
  const { dataDir } = config
  await access(file, constants.R_OK)
  await createFolder(dataDir)
  await assertEmpty(dataDir)
  // Unpacked into a temporary folder, and moved into place once it is verified.
  const part = join(dataDir, 'restore.part')
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'media', 'stored'), { recursive: true, mode: 0o700 })
  try {
    await checkSums(part, await unpack(file, part))
    const snapshot = join(part, SQLITE_FILE)
    const counts = await examine(snapshot)
    await flushTree(part)
    if (config.databaseUrl === undefined) {
      await moveMedia(dataDir, part)
      await rename(snapshot, join(dataDir, SQLITE_FILE))
      await flushPath(dataDir)
    } else {
      await copyRows(config, snapshot, () => moveMedia(dataDir, part))
    }
    await rm(unfinishedMarker(dataDir), { force: true })
    await flushPath(join(dataDir, 'media'))
    return counts
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/**
 * Moves the media into place just before the rows. Leaves a marker file until the rows are in place, so an interrupted
 * restore can be repeated.
 */
async function moveMedia(dataDir: string, part: string): Promise<void> {
  await createFolder(join(dataDir, 'media'))
  await writeFile(unfinishedMarker(dataDir), '', { mode: 0o600 })
  await rm(join(dataDir, 'media', 'stored'), { recursive: true, force: true })
  await rename(join(part, 'media', 'stored'), join(dataDir, 'media', 'stored'))
  await flushPath(join(dataDir, 'media'))
}

/** Returns the file that marks media whose rows may not be in place yet. */
function unfinishedMarker(dataDir: string): string {
  return join(dataDir, 'media', 'restore-unfinished')
}

async function assertEmpty(dataDir: string): Promise<void> {
  const media = existsSync(unfinishedMarker(dataDir))
    ? []
    : await readdir(join(dataDir, 'media', 'stored')).catch(() => [])
  const found = existsSync(join(dataDir, SQLITE_FILE)) ? 'um banco' : media.length > 0 ? 'mídias' : undefined
  if (found) throw new CommandError(`Já há ${found} em ${dataDir}: restaure numa pasta vazia.`)
}

/**
 * Unpacks only the entries that a copy consists of, and returns its files. Any other entry was added by a third party.
 */
async function unpack(file: string, folder: string): Promise<Set<string>> {
  const extracted = new Map<string, number>()
  let foreign: string | undefined
  const isOurs = (path: string, type: string) => {
    const names = path.replace(/\/$/, '').split('/')
    if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\\'))) return false
    if ([SQLITE_FILE, SUMS_FILE].includes(path)) return type === 'File'
    return ['File', 'Directory'].includes(type) && names[0] === 'media' && names[1] === 'stored'
  }
  try {
    extract({
      file,
      cwd: folder,
      strict: true,
      // Synchronous: an asynchronous extraction would continue after an error, while its folder is being deleted.
      sync: true,
      filter: (path, entry) => {
        const { type, size } = entry as ReadEntry
        const isExtracted = isOurs(path, type)
        if (!isExtracted) foreign ??= path
        else if (type === 'File') extracted.set(path, size)
        return isExtracted
      },
    })
  } catch (cause) {
    // A full disk or a missing permission: the copy may be sound.
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) throw cause
    throw new CommandError(`O arquivo ${file} está incompleto ou não é uma cópia do Estante.`, { cause })
  }
  if (foreign !== undefined)
    throw new CommandError(`O arquivo não é uma cópia desta versão do Estante: traz "${foreign}".`)
  if (!existsSync(join(folder, SQLITE_FILE)))
    throw new CommandError('O arquivo não é uma cópia do Estante: falta o banco.')
  // Where the space ends, a synchronous write is cut without an error.
  for (const [path, size] of extracted) {
    if ((await stat(join(folder, path))).size < size) throw new CommandError(`O disco está cheio: ${path} não coube.`)
  }
  return new Set(extracted.keys())
}

/** Checks the database of the copy and migrates it to this version. */
async function examine(snapshot: string): Promise<RestoreSummary> {
  const source = openSqlite(snapshot)
  try {
    const faults = await findFaults(source)
    if (faults.length > 0) throw new CommandError(`O banco da cópia está danificado: ${faults[0]}`)
    await refuseElsewhere(source)
    await migrate(source)
    const count = async (table: 'member' | 'publication') => {
      const { rows } = await source.read
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return rows
    }
    return { members: await count('member'), publications: await count('publication') }
  } catch (error) {
    if (!(error instanceof OtherSchema)) throw error
    throw new CommandError(
      'A cópia foi feita por uma versão do Estante com outro esquema, e esta versão não a lê: restaure-a com a versão que a fez.',
      { cause: error },
    )
  } finally {
    await source.close()
  }
}

/** Copies the rows of the copy to PostgreSQL. They take effect once `beforeEnd` resolves. */
async function copyRows(config: Config, snapshot: string, beforeEnd: () => Promise<void>): Promise<void> {
  const source = openSqlite(snapshot)
  try {
    const target = await openDatabase(config)
    try {
      await copyDatabase(source, target, { beforeEnd })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
