import type { Pages } from '@estante/client/pages.ts'
import type {
  changeDrafts as changeDraftsRoute,
  DraftRefusal,
  PanelPublication,
} from '@estante/contract/panel/publications.ts'
import type { Answer, Body } from '@estante/contract/route.ts'
import { call } from '../admin-session/call.ts'

/** Titles of a call: few, so that the progress is visible. */
const BATCH = 10
/** Most titles that a list loads to choose them all. */
const MOST_LOADED = 1_000

export type DraftChange = Body<typeof changeDraftsRoute>['state']

/** A draft that stayed as it was. `unanswered`: the service may yet have changed it. `stopped`: it was not sent. */
export interface LeftDraft<Draft = PanelPublication> {
  draft: Draft
  reason: DraftRefusal | 'unanswered' | 'stopped'
}

type Send = (ids: string[]) => Promise<Answer<typeof changeDraftsRoute>>

/** Returns the call that publishes or withdraws a batch. */
export function sendDrafts(state: DraftChange): Send {
  return (ids) => call<typeof changeDraftsRoute>('POST', '/panel/v1/publications/drafts', { state, ids })
}

/**
 * Sends drafts in batches, and reports how many were answered after each. Stops at the signal, and at a batch without an
 * answer. Returns the drafts that stayed as they were.
 */
export async function changeDrafts<Draft extends Pick<PanelPublication, 'id'>>(
  drafts: readonly Draft[],
  send: Send,
  signal: AbortSignal,
  onProgress: (answered: number) => void,
): Promise<LeftDraft<Draft>[]> {
  const left: LeftDraft<Draft>[] = []
  for (let from = 0; from < drafts.length; from += BATCH) {
    const batch = drafts.slice(from, from + BATCH)
    const leaveRest = (reason: LeftDraft['reason']) => [
      ...left,
      ...drafts.slice(from).map((draft) => ({ draft, reason })),
    ]
    if (signal.aborted) return leaveRest('stopped')
    try {
      const { items } = await send(batch.map(({ id }) => id))
      for (const { id, refusal } of items) {
        const draft = batch.find((one) => one.id === id)
        if (draft && refusal) left.push({ draft, reason: refusal })
      }
    } catch {
      return leaveRest('unanswered')
    }
    onProgress(from + batch.length)
  }
  return left
}

/** Loads the rest of a list, up to the most that is chosen at once. Ends when a page fails. */
export async function loadRest(pages: Pages<unknown>) {
  let hasFailed = pages.isLoadingMore.value
  while (!hasFailed && hasRest(pages)) {
    await pages.loadMore()
    hasFailed = pages.hasMoreFailed.value
  }
}

/** Whether `loadRest` would load more of a list. */
export function hasRest({ data }: Pages<unknown>): boolean {
  return Boolean(data.value?.nextCursor) && data.value!.items.length < MOST_LOADED
}
