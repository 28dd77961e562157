import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Health } from '@estante/contract/panel/health.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { memoizeWithTtl } from './memoize-with-ttl.ts'

/** Timeout of the database and the store. */
const TIMEOUT_MS = 2000
const STORAGE_EVERY_MS = 30_000
/** Interval of summing the sizes of the media files. */
const MEDIA_EVERY_MS = 600_000

/** Checks whether the database answers and how fast, and reads its size. */
export async function checkDatabase(db: Database): Promise<Health['database']> {
  const began = performance.now()
  const bytes = await withTimeout(readDatabaseBytes(db))
  return {
    kind: db.kind,
    isReachable: bytes !== undefined,
    answerMs: bytes === undefined ? null : Math.round(performance.now() - began),
    bytes: bytes ?? null,
    waiting: db.load().waiting,
  }
}

/** Creates a cached check of where the media are, and of the free space in `DATA_DIR`. */
export function watchStorage({ config, files, clock, log }: Context): () => Promise<Health['storage']> {
  const folder = join(config.dataDir, 'media')
  const isOnDisk = config.mediaLocation === undefined
  let mediaBytes: number | null = null
  const measure = memoizeWithTtl(
    async () => {
      mediaBytes = await sizeOf(folder)
    },
    MEDIA_EVERY_MS,
    clock.now,
  )
  return memoizeWithTtl(
    async () => {
      if (isOnDisk) measure().catch((error) => log.warn({ err: error }, 'media not measured'))
      const [disk, isReachable] = await Promise.all([
        statfs(config.dataDir).catch(() => undefined),
        // A missing file is an answer, too.
        withTimeout(files.open('health').then(() => true)),
      ])
      return {
        kind: isOnDisk ? ('disk' as const) : ('object' as const),
        isReachable: isReachable ?? false,
        mediaBytes,
        freeBytes: disk ? disk.bavail * disk.bsize : null,
        totalBytes: disk ? disk.blocks * disk.bsize : null,
      }
    },
    STORAGE_EVERY_MS,
    clock.now,
  )
}

async function readDatabaseBytes({ kind, read }: Database): Promise<number> {
  const { rows } = await (kind === 'postgresql'
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  ).execute(read)
  return rows[0]?.bytes ?? 0
}

/** Awaits a promise for a limited time. Undefined on failure or timeout. */
export async function withTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer.catch(() => undefined), wait(TIMEOUT_MS, undefined, { ref: false })])
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    // Removed meanwhile.
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0
  }
  return bytes
}
