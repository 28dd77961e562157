import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { CheckIcon } from '@estante/design/icons/icons.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { Tool } from '@estante/design/tool/tool.tsx'
import { isFinished, showFinished } from '../publication/finished.ts'
import { screen } from '../router.ts'
import { api } from '../session/api.ts'
import { refresh } from '../session/resource.ts'
import { recoverFocus } from '../shell/arrival.ts'
import { text } from './text.ts'

/** Counts a work as finished, or as in progress again; nothing before it is begun. */
export function FinishButton({ publication }: { publication: PublicationCard }) {
  const act = finishActOf(publication)
  return act ? (
    <Tool icon={CheckIcon} onClick={() => void act.run()}>
      {act.label}
    </Tool>
  ) : null
}

/** Returns the act on a work that the member has begun, in either form. */
export function finishActOf({ id, title, progress, otherForm }: PublicationCard) {
  const begun = [progress, otherForm?.progress].filter((one) => one != null)
  if (begun.length === 0) return undefined
  const willBeFinished = !begun.every((one) => isFinished({ progress: one }))
  return {
    label: willBeFinished ? text.finish : text.unfinish,
    async run() {
      const path = `/play/v1/library/${id}/finished` as const
      try {
        await (willBeFinished ? api.put(path) : api.delete(path))
      } catch {
        return showToast(text.finishFailed)
      }
      showFinished(begun, willBeFinished)
      // Its card may be gone from a list.
      requestAnimationFrame(recoverFocus)
      showToast((willBeFinished ? text.finishedToast : text.unfinishedToast)(title))
      // A visible list would move under the finger.
      if (screen.peek().name !== 'home') refresh('/play/v1/home')
    },
  }
}
