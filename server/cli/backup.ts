import { existsSync } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { create, replace } from 'tar'
import { readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { SQLITE_FILE } from '../db/open.ts'
import { exportTo } from '../db/transfer/export.ts'
import { flushPath } from '../storage/flush.ts'
import { pauseRemoval } from '../storage/folder-ledger.ts'
import { createSums, SUMS_FILE } from './backup-sums.ts'
import { findMissingMedia } from './find-missing-media.ts'
import { assertDatabase, CommandError, formatCount, run } from './run.ts'
import { beginBackup, endBackup, removeAbandonedBackups } from './unfinished-backup.ts'

/** Creates `estante backup FILE`, which stores the database at one instant, media on disk and checksums in a tar. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Copia o banco e as mídias para um arquivo tar, com o serviço no ar ou não.')
    .argument('<arquivo.tar>')
    .option('--json', 'imprime um JSON')
    .action((file: string, options: { json?: boolean }) => {
      assertDatabase(readConfig(process.env))
      return run(options, (context) => backup(context, resolve(file)), toText)
    })
}

interface Backup {
  file: string
  bytes: number
  /** Media in object storage are not copied: the store has its own versions and replicas. */
  hasMedia: boolean
  /** Titles whose media are not on this disk, and so not in the copy. */
  titlesWithoutMedia: number
}

function toText({ file, bytes, hasMedia, titlesWithoutMedia }: Backup): string {
  const stored = `Cópia guardada em ${file} (${formatCount(bytes, 'byte', 'bytes')}).`
  if (titlesWithoutMedia > 0) {
    const titles = formatCount(titlesWithoutMedia, 'título', 'títulos')
    const advice = 'Rode o comando na máquina que as tem, ou veja em estante doctor o que se perdeu.'
    return `${stored}\nFALTAM nela as mídias de ${titles}, que não estão em DATA_DIR. ${advice}`
  }
  if (hasMedia) return stored
  return `${stored}\nAs mídias NÃO estão nela: ficam no armazenamento de objetos. Ligue lá o versionamento e a replicação.`
}

async function backup(context: Context, file: string): Promise<Backup> {
  const { config, db } = context
  await stat(dirname(file))
  const { dataDir } = config
  await removeAbandonedBackups(dataDir)
  const hasMedia = config.mediaLocation === undefined
  const titlesWithoutMedia = hasMedia ? (await findMissingMedia(context)).missing.length : 0
  const part = `${file}.part`
  const work = await beginBackup(dataDir, part)
  try {
    // Only now: another backup may have completed it meanwhile.
    if (existsSync(file)) throw new CommandError(`O arquivo ${file} já existe; escolha outro nome.`)
    // The database is copied before the media are listed, so every file that it names is there; files never change.
    await exportTo(db, join(dataDir, work, SQLITE_FILE))
    using _ = await pauseRemoval(context)
    // Skips the temporary files of an import in progress.
    const entries = [`${work}/${SQLITE_FILE}`, ...(hasMedia ? ['media/stored'] : [])]
    const sums = await archive(dataDir, work, part, entries).catch(async (error) => {
      // A folder that was being removed when the removals were paused.
      if (error.code !== 'ENOENT') throw error
      // Another file: the first attempt may still write to its own.
      await rm(part, { force: true })
      return archive(dataDir, work, part, entries)
    })
    await writeFile(join(dataDir, work, SUMS_FILE), sums.toText(), { mode: 0o600 })
    await replace({ file: part, cwd: join(dataDir, work), portable: true }, [SUMS_FILE])
    await flushPath(part)
    await rename(part, file)
    await flushPath(dirname(file))
  } finally {
    await endBackup(dataDir, work, part)
  }
  return { file, bytes: (await stat(file)).size, hasMedia, titlesWithoutMedia }
}

/** Writes entries of the data folder into a tar, those of `work` without its name. Returns their sums. */
async function archive(dataDir: string, work: string, file: string, entries: string[]) {
  const sums = createSums()
  await create(
    {
      file,
      cwd: dataDir,
      mode: 0o600,
      portable: true,
      onWriteEntry: (entry) => {
        if (entry.path.startsWith(`${work}/`)) entry.path = entry.path.slice(work.length + 1)
        sums.follow(entry)
      },
    },
    entries,
  )
  return sums
}
