import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { create } from 'tar'
import type { Context } from '../context.ts'
import { CommandError, run } from './run.ts'

/** `estante backup FILE`: the database as it is at one instant, and all media, in one tar file. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Copia o banco e as mídias para um arquivo tar, com o serviço no ar ou não.')
    .argument('<arquivo.tar>')
    .option('--json', 'imprime um JSON')
    .action((file: string, options: { json?: boolean }) =>
      run(options, (context) => backup(context, resolve(file)), toText),
    )
}

interface Backup {
  file: string
  bytes: number
  /** Media in object storage are not copied: the storage keeps its own versions and replicas. */
  hasMedia: boolean
}

function toText({ file, bytes, hasMedia }: Backup): string {
  const kept = `Cópia guardada em ${file} (${bytes} bytes).`
  if (hasMedia) return kept
  return `${kept}\nAs mídias NÃO estão nela: ficam no armazenamento de objetos, que tem versões e réplicas próprias.`
}

async function backup({ config, db }: Context, file: string): Promise<Backup> {
  if (existsSync(file)) throw new CommandError(`O arquivo ${file} já existe; escolha outro nome.`)
  const hasMedia = config.mediaLocation === undefined
  const snapshotName = `estante.db.backup-${process.pid}`
  const snapshot = join(config.dataDir, snapshotName)
  const unfinished = `${file}.part`
  try {
    await rm(snapshot, { force: true })
    // The copy is taken before the media are listed: every file it names is already there, and files never change.
    await db.copyTo(snapshot)
    await create(
      {
        file: unfinished,
        cwd: config.dataDir,
        portable: true,
        onWriteEntry: (entry) => {
          if (entry.path === snapshotName) entry.path = 'estante.db'
        },
      },
      // Not the work of an import that is going on: it comes and goes.
      hasMedia ? [snapshotName, 'media/stored'] : [snapshotName],
    )
    await rename(unfinished, file)
  } finally {
    await rm(snapshot, { force: true })
    await rm(unfinished, { force: true })
  }
  return { file, bytes: (await stat(file)).size, hasMedia }
}
