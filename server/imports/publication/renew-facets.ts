import type { Context } from '../../context.ts'
import { renewFacets } from '../../publications/write-publication.ts'
import { failureMessage } from './failure-message.ts'
import { type FragmentOptions, readTitles, type Title } from './fragment-sound.ts'

export interface FacetsReport {
  /** Listed now as an import lists them. */
  renewed: Title[]
  /** Unchanged; `reason` is a sentence in Portuguese. */
  failed: (Title & { reason: string })[]
  unchanged: number
}

/**
 * Lists titles of earlier versions by their authors, narrators, subjects and series, as an import does now. Throws when
 * `signal` aborts; finished titles stay.
 */
export async function renewAllFacets(context: Context, { onProgress, signal }: FragmentOptions): Promise<FacetsReport> {
  const report: FacetsReport = { renewed: [], failed: [], unchanged: 0 }
  for (const type of ['audiobook', 'ebook'] as const) {
    for await (const { id, title } of readTitles(context, type)) {
      signal.throwIfAborted()
      try {
        if (await context.db.write((tx) => renewFacets(tx, id))) report.renewed.push({ id, title })
        else report.unchanged += 1
      } catch (error) {
        report.failed.push({ id, title, reason: failureMessage(context, title, error) })
      }
      onProgress?.({ title, done: 1 })
    }
  }
  return report
}
