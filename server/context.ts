import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from './calendar.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { isDamage, isForbidden } from './db/errors.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, SQLITE_FILE } from './db/open.ts'
import { refuseElsewhere } from './db/relocated.ts'
import { readSetting } from './db/setting.ts'
import { createLogger } from './log.ts'
import { mintSecret } from './random-pool.ts'
import { openDisk } from './storage/disk.ts'
import type { Files } from './storage/files.ts'

/** Objects that live as long as the process: connections, clock, files, settings, log. Never a feature. */
export interface Context {
  config: Config
  db: Database
  files: Files
  clock: Clock
  log: Logger
  /** Signs cursors and media addresses. Generated at the first start, stored in the database, shared by all nodes. */
  signingKey: string
}

/** Opens the resources of a command or the server. Close it with `closeContext`. */
export async function openContext(
  config: Config,
  { clock = Date as Clock, log = createLogger(config) } = {},
): Promise<Context> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const db = await openReady(config)
  const files = await openFiles(config)
  return { config, db, files, clock, log, signingKey: await readSigningKey(db) }
}

/**
 * The embedded database's file is damaged, or no database. The message names it and says how to recover, in Portuguese.
 */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'

  constructor({ dataDir }: Pick<Config, 'dataDir'>, cause: unknown) {
    const file = join(dataDir, SQLITE_FILE)
    super(
      `O banco ${file} está danificado ou não é um banco do Estante. Guarde-o à parte, sem apagá-lo, e traga a última cópia com estante restore (docs/operacao/copia-e-atualizacao.md).`,
      { cause },
    )
  }
}

/** This user may not read and write the embedded database. The message names it, in Portuguese. */
export class ForbiddenDatabase extends Error {
  override name = 'ForbiddenDatabase'

  constructor({ dataDir }: Pick<Config, 'dataDir'>, cause: unknown) {
    const file = join(dataDir, SQLITE_FILE)
    super(
      `Este usuário não pode ler e gravar o banco ${file}. Confira de quem são o arquivo e a pasta, e rode os comandos com o usuário do serviço.`,
      { cause },
    )
  }
}

async function openReady(config: Config): Promise<Database> {
  let db: Database | undefined
  try {
    db = await openDatabase(config)
    await refuseElsewhere(db)
    await migrate(db)
    return db
  } catch (error) {
    await db?.close()
    if (isForbidden(error)) throw new ForbiddenDatabase(config, error)
    throw isDamage(error) ? new DamagedDatabase(config, error) : error
  }
}

/**
 * Opens the storage of media. The S3 client is loaded only when it is configured: it is as large as everything else.
 */
export async function openFiles({ dataDir, mediaLocation, mediaDelivery }: Config): Promise<Files> {
  const folder = join(dataDir, 'media')
  if (!mediaLocation) return openDisk(folder)
  const { openS3 } = await import('./storage/s3.ts')
  return openS3(mediaLocation, { work: join(folder, 'work'), hasLinks: mediaDelivery === 'redirect' })
}

export async function closeContext(context: Context): Promise<void> {
  await context.db.close()
}

async function readSigningKey(db: Database): Promise<string> {
  return db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: 'signing_key', value: mintSecret() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await readSetting(tx, 'signing_key'))!
  })
}
