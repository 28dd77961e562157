import type { Context } from '../../context.ts'
import { failureMessage } from '../publication/failure-message.ts'
import { type ImportEntry, importPublication } from '../publication/import.ts'
import { collectSources } from './collect.ts'

export interface ImportReport {
  /** New in the catalog. */
  imported: ImportEntry[]
  /** New content for a title, or a withdrawn one restored. */
  updated: ImportEntry[]
  /** The same content as in the catalog. */
  unchanged: ImportEntry[]
  /** Refused; `reason` is a sentence in Portuguese. */
  failed: { file: string; reason: string }[]
}

export interface ImportOptions {
  /** Dry run: reads, converts and draws everything, and stores nothing. */
  dryRun?: boolean
  /** See `ImportPublicationOptions`. */
  publishes?: boolean | undefined
  /** Progress of a file: 0 to 1. */
  onProgress?: (event: { file: string; done: number }) => void
  signal?: AbortSignal
}

/**
 * Imports the books that `collectSources` finds, one after another and each atomically; a failure does not stop the
 * others. Contents that another process is importing are retried last. Throws when `signal` aborts; imported books
 * stay.
 */
export async function importPaths(
  context: Context,
  paths: string[],
  { dryRun = false, publishes, onProgress, signal }: ImportOptions = {},
): Promise<ImportReport> {
  const { sources, failed } = await collectSources(paths, signal)
  const report: ImportReport = { imported: [], updated: [], unchanged: [], failed }
  const earlier = new Map<string, ImportEntry>()
  const postponed: string[] = []
  for (const file of sources) {
    if (!(await importSource(file, false))) postponed.push(file)
  }
  for (const file of postponed) await importSource(file, true)
  return report

  /** Imports a source. False while another process is importing the same content. */
  async function importSource(file: string, waits: boolean): Promise<boolean> {
    signal?.throwIfAborted()
    onProgress?.({ file, done: 0 })
    try {
      const imported = await importPublication(context, file, earlier, {
        dryRun,
        publishes,
        waits,
        signal,
        // The rest is the cover and the storage.
        onProgress: (done) => onProgress?.({ file, done: done * 0.95 }),
      })
      if (!imported) return false
      report[imported.outcome].push(imported.entry)
    } catch (error) {
      if (signal?.aborted) throw error
      report.failed.push({ file, reason: failureMessage(context, file, error) })
    }
    onProgress?.({ file, done: 1 })
    return true
  }
}
