import { isCode } from '@estante/client/answer.ts'
import { createPages, type Pages } from '@estante/client/pages.ts'
import type {
  discardImportItem,
  forgetImport,
  getImport,
  ImportItem,
  ImportItemState,
  ImportJob,
  listImportFiles,
  listImports,
  listQuarantine,
  QuarantinedItem,
  retryImportItem,
} from '@estante/contract/panel/imports.ts'
import { type Signal, signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'
import { limits } from './plan.ts'
import { forgetSending } from './sending.ts'

/** All jobs, newest first. */
export const jobs = createPages(async (cursor) => {
  const answer = await call<typeof listImports>('GET', `/panel/v1/imports?${new URLSearchParams(cursor && { cursor })}`)
  limits.value = answer.limits
  return answer
})

/** The quarantine of all jobs. */
export const quarantine = createPages<QuarantinedItem>((cursor) =>
  call<typeof listQuarantine>('GET', `/panel/v1/quarantine?${new URLSearchParams(cursor && { cursor })}`),
)

/** A job from the latest answer, with any selection of its titles. */
export interface JobReport {
  job: Signal<ImportJob | undefined>
  /** Titles being imported now. */
  current: Signal<readonly ImportItem[]>
  /** Whether the job is unknown or deleted. */
  isMissing: Signal<boolean>
  /** Its titles, all or in `state`. */
  titlesIn(state: ImportItemState | undefined): Pages<ImportItem>
}

export function createReport(id: string): JobReport {
  const job = signal<ImportJob>()
  const current = signal<readonly ImportItem[]>([])
  const isMissing = signal(false)

  function titlesIn(state: ImportItemState | undefined) {
    return createPages<ImportItem>(async (cursor) => {
      const query = new URLSearchParams({ ...(state && { state }), ...(cursor && { cursor }) })
      try {
        const answer = await call<typeof getImport>('GET', `/panel/v1/imports/${id}?${query}`)
        job.value = answer.job
        current.value = answer.current
        return answer
      } catch (reason) {
        isMissing.value = isCode(reason, 'NOT_FOUND')
        throw reason
      }
    })
  }

  return { job, current, isMissing, titlesIn }
}

/** Fetches the sizes of the files of a job that the service has, by path. */
export async function receivedFiles(id: string): Promise<ReadonlyMap<string, number>> {
  const { items } = await call<typeof listImportFiles>('GET', `/panel/v1/imports/${id}/files`)
  return new Map(items.map(({ path, sizeBytes }) => [path, sizeBytes]))
}

export async function forgetJob(id: string) {
  await call<typeof forgetImport>('DELETE', `/panel/v1/imports/${id}`)
  forgetSending(id)
}

export async function retryItem({ jobId, id }: ImportItem) {
  await call<typeof retryImportItem>('POST', `/panel/v1/imports/${jobId}/items/${id}/retry`)
}

export async function discardItem({ jobId, id }: ImportItem) {
  await call<typeof discardImportItem>('DELETE', `/panel/v1/imports/${jobId}/items/${id}`)
}
