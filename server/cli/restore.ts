import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { extract, type ReadEntry } from 'tar'
import { type Config, readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { copyDatabase, refuseElsewhere } from '../db/move.ts'
import { openDatabase } from '../db/open.ts'
import { openSqlite } from '../db/sqlite.ts'
import { CommandError } from './run.ts'

/** `estante restore FILE`: what `estante backup` kept, into an empty house. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Traz de volta uma cópia, para um DATA_DIR vazio e, com DATABASE_URL, um PostgreSQL vazio.')
    .argument('<arquivo.tar>')
    .option('--json', 'imprime um JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const restored = await restore(readConfig(process.env), resolve(file))
      const text = `Cópia restaurada. Membros: ${restored.members}; títulos: ${restored.publications}. Confira com estante doctor.`
      process.stdout.write(`${json ? JSON.stringify(restored) : text}\n`)
    })
}

async function restore(config: Config, file: string) {
  const { dataDir } = config
  await stat(file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await refuseInhabited(dataDir)
  // Until all of it is here and sound, none of it is in its place.
  const part = join(dataDir, 'restore.part')
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'media', 'stored'), { recursive: true, mode: 0o700 })
  try {
    await unpack(file, part)
    const counts = await bringUp(config, join(part, 'estante.db'))
    await mkdir(join(dataDir, 'media'), { recursive: true, mode: 0o700 })
    await rm(join(dataDir, 'media', 'stored'), { recursive: true, force: true })
    await rename(join(part, 'media', 'stored'), join(dataDir, 'media', 'stored'))
    if (config.databaseUrl === undefined) await rename(join(part, 'estante.db'), join(dataDir, 'estante.db'))
    return counts
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

async function refuseInhabited(dataDir: string): Promise<void> {
  const media = await readdir(join(dataDir, 'media', 'stored')).catch(() => [])
  const found = existsSync(join(dataDir, 'estante.db')) ? 'um banco' : media.length > 0 ? 'mídias' : undefined
  if (found) throw new CommandError(`Já há ${found} em ${dataDir}: restaure numa pasta vazia.`)
}

/** Takes out of the file only what a copy holds. Whatever else is in it, somebody else made it. */
async function unpack(file: string, folder: string): Promise<void> {
  let foreign: string | undefined
  const isOurs = (path: string, type: string) => {
    const names = path.replace(/\/$/, '').split('/')
    if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\\'))) return false
    if (path === 'estante.db') return type === 'File'
    return ['File', 'Directory'].includes(type) && names[0] === 'media' && names[1] === 'stored'
  }
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (path, entry) => {
        const isTaken = isOurs(path, (entry as ReadEntry).type)
        if (!isTaken) foreign ??= path
        return isTaken
      },
    })
  } catch (cause) {
    throw new CommandError(`O arquivo ${file} está incompleto ou não é uma cópia do Estante.`, { cause })
  }
  if (foreign !== undefined) throw new CommandError(`O arquivo não é uma cópia do Estante: traz "${foreign}".`)
  if (!existsSync(join(folder, 'estante.db')))
    throw new CommandError('O arquivo não é uma cópia do Estante: falta o banco.')
}

/** Examines the database of the copy, brings it up to this version, and gives its rows to PostgreSQL when that is the setting. */
async function bringUp(config: Config, snapshot: string) {
  const source = openSqlite(snapshot)
  try {
    const faults = await source.findFaults()
    if (faults.length > 0) throw new CommandError(`O banco da cópia está danificado: ${faults[0]}`)
    await refuseElsewhere(source)
    await migrate(source)
    if (config.databaseUrl !== undefined) {
      const target = await openDatabase(config)
      try {
        await copyDatabase(source, target)
      } finally {
        await target.close()
      }
    }
    const count = async (table: 'member' | 'publication') => {
      const { rows } = await source.read
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return rows
    }
    return { members: await count('member'), publications: await count('publication') }
  } finally {
    await source.close()
  }
}
