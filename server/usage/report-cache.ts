import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { DAY_MS, type Month } from '../calendar.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tenancy } from '../tenancy.ts'
import type { Figures } from './figures.ts'

/** Incremented when the format of a report changes. */
const FORMAT = 1
/** With fewer members, generating the report is faster than reading a file. */
const MIN_CACHED_MEMBERS = 5000
const CHUNK_BYTES = 256 * 1024
/** Invoicing reads a month's report during the month after it. */
const UNREAD_MS = 45 * DAY_MS
/** Some forty reports of a million members. */
const MAX_CACHE_BYTES = 512 * 2 ** 20

/**
 * Caches final reports, compressed, in a folder of this node. The totals of the month are part of a report's name, so
 * that changed figures (another database, a corrected clock) never find an old file. An erasure changes no figure: the
 * number of erasures is part of the name as well.
 */
export function createReportCache({ config, signingKey, log }: Context) {
  const folder = folderOf(config)
  const beingWritten = new Set<string>()

  return {
    /**
     * Returns the name of a report in its present state, unique to partner, month and database. `revision`: see
     * `usage/revision.ts`.
     */
    nameOf(tenancy: Tenancy, month: Month, totals: Figures, revision: number): string {
      const { activeUsers, titlesStarted, listeningSeconds, readingChapters } = totals
      const figures = [activeUsers, titlesStarted, listeningSeconds, readingChapters]
      const digest = createHmac('sha256', signingKey)
        .update(JSON.stringify(['figures', FORMAT, tenancy.partnerId, tenancy.environment, month, ...figures]))
        .digest('hex')
      return `${monthKeyOf(signingKey, tenancy, month)}-${revision}-${digest}`
    },

    isWorthCaching: ({ activeUsers }: Figures): boolean => activeUsers >= MIN_CACHED_MEMBERS,

    /** Opens a cached report. Undefined if there is none. The caller reads one of the two streams, whole or in part. */
    async find(name: string) {
      let file: FileHandle | undefined
      try {
        file = await open(pathOf(name))
        const { size } = await file.stat()
        const now = new Date()
        await file.utimes(now, now).catch(warn)
        const opened = file
        const readCompressed = () => opened.createReadStream({ highWaterMark: CHUNK_BYTES })
        return {
          compressedBytes: size,
          /** The cached bytes, gzipped. */
          readCompressed,
          readText: () => connect(readCompressed(), createGunzip({ chunkSize: CHUNK_BYTES }), forgetBroken),
        }
      } catch (error) {
        await file?.close().catch(warn)
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error }, 'cached report not read')
        return undefined
      }

      /** Deletes a corrupt file, so that the next request generates the report again. */
      function forgetBroken(error: NodeJS.ErrnoException | null): void {
        if (error?.code?.startsWith('Z_')) rm(pathOf(name), { force: true }).catch(warn)
      }
    },

    /**
     * Passes a report through while writing it, and caches it once complete. A failing disk does not affect the report.
     */
    async *cacheWhileSending(name: string, report: AsyncIterable<string>): AsyncGenerator<string> {
      if (beingWritten.has(name)) return yield* report
      beingWritten.add(name)
      try {
        await using copy = await startCopy(name)
        for await (const text of report) {
          await copy.add(text)
          yield text
        }
        await copy.finish()
      } finally {
        beingWritten.delete(name)
      }
    },
  }

  function pathOf(name: string): string {
    return join(folder, `${name}.json.gz`)
  }

  /** Writes to a temporary file, renamed once it is complete and synced. */
  async function startCopy(name: string) {
    const part = join(folder, `${name}.${randomUUID()}.part`)
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(warn)
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    const file = createWriteStream(part, { mode: 0o600, flush: true })
    const written = pipeline(gzip, file)
    // `finish` reports errors; later writes are discarded.
    written.catch(() => {})

    return {
      async add(text: string): Promise<void> {
        if (gzip.destroyed || gzip.write(text)) return
        await Promise.race([once(gzip, 'drain'), written]).catch(() => {})
      },
      async finish(): Promise<void> {
        gzip.end()
        await written.then(() => rename(part, pathOf(name))).catch(warn)
      },
      async [Symbol.asyncDispose](): Promise<void> {
        gzip.destroy()
        await written.catch(() => {})
        // A file that is still being opened would be created after its removal.
        if (!file.closed) await once(file, 'close').catch(() => {})
        await rm(part, { force: true }).catch(warn)
      },
    }
  }

  function warn(error: unknown): void {
    log.warn({ err: error }, 'report not cached')
  }
}

/** Removes the reports of this machine, complete or partial, that an erasure made stale. Returns how many. */
export async function removeRewrittenReports({
  config,
  db,
  signingKey,
}: Pick<Context, 'config' | 'db' | 'signingKey'>): Promise<number> {
  const folder = folderOf(config)
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return 0
  const rows = await db.read.selectFrom('usage_revision').selectAll().execute()
  const revisions = new Map(
    rows.map((row) => [
      monthKeyOf(signingKey, { partnerId: row.partner_id, environment: row.environment }, row.month),
      row.revision,
    ]),
  )
  const stale = names.filter((name) => {
    const [, monthKey = '', revision] = /^([0-9a-f]{32})-(\d+)-/.exec(name) ?? []
    return Number(revision) < (revisions.get(monthKey) ?? 0)
  })
  for (const name of stale) await rm(join(folder, name), { force: true })
  return stale.length
}

/** Derives the file name prefix of a month, unique to partner, environment and month. */
function monthKeyOf(signingKey: string, { partnerId, environment }: Tenancy, month: Month): string {
  return createHmac('sha256', signingKey)
    .update(JSON.stringify(['usage', partnerId, environment, month]))
    .digest('hex')
    .slice(0, 32)
}

/**
 * Removes reports unread for long or beyond the size limit, and partial files of dead processes. Returns how many.
 */
export async function removeCachedReports(config: Pick<Config, 'dataDir'>): Promise<number> {
  const now = Date.now()
  const folder = folderOf(config)
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => {
      const status = await stat(join(folder, name)).catch(() => undefined)
      return status ? [{ name, bytes: status.size, readAt: status.mtimeMs }] : []
    }),
  )
  let [bytes, removed] = [0, 0]
  for (const file of files.flat().toSorted((one, other) => other.readAt - one.readAt)) {
    bytes += file.bytes
    const isBeingWritten = file.name.endsWith('.part') && file.readAt >= now - DAY_MS
    const isWanted = !file.name.endsWith('.part') && file.readAt >= now - UNREAD_MS && bytes <= MAX_CACHE_BYTES
    if (isBeingWritten || isWanted) continue
    await rm(join(folder, file.name), { force: true })
    removed++
  }
  return removed
}

function folderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'cache', 'usage')
}
