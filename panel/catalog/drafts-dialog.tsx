import type { PanelPublication } from '@estante/contract/panel/publications.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { Progress } from '@estante/design/progress/progress.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { Fragment } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { Announcement } from '../imports/announcement.tsx'
import { formatReview } from '../imports/text.ts'
import { sectionPath } from '../router.ts'
import { FoldedList } from '../shell/fold.tsx'
import { changeDrafts, type DraftChange, type LeftDraft, sendDrafts } from './drafts.ts'
import { text } from './text.ts'

/** Texts name all reasons. */
const REASONS = Object.keys(text.drafts.reasons) as LeftDraft['reason'][]

/** The chosen drafts, and what is to be done with them. */
export interface DraftsTask {
  state: DraftChange
  drafts: readonly PanelPublication[]
}

interface Result {
  changed: readonly PanelPublication[]
  left: readonly LeftDraft[]
}

/** Asks before it changes the drafts, shows the progress, and then those that stayed as they were, if any. */
export function DraftsDialog({
  task,
  onDone,
  onClose,
}: {
  task: DraftsTask
  /** Called at the end with the drafts that stayed as they were. */
  onDone: (left: readonly LeftDraft[]) => void
  /** Called when nothing was changed. */
  onClose: () => void
}) {
  const [result, setResult] = useState<Result>()
  const end = ({ changed, left }: Result) => {
    if (left.length > 0) return setResult({ changed, left })
    showToast(`${text.drafts[task.state].done(changed.length)}.`)
    onDone(left)
  }
  return result ? (
    <ResultDialog state={task.state} result={result} onClose={() => onDone(result.left)} />
  ) : (
    <ConfirmDraftsDialog task={task} onEnd={end} onClose={onClose} />
  )
}

interface ConfirmDraftsDialogProps {
  task: DraftsTask
  onEnd: (result: Result) => void
  onClose: () => void
}

function ConfirmDraftsDialog({ task: { state, drafts }, onEnd, onClose }: ConfirmDraftsDialogProps) {
  const stateText = text.drafts[state]
  const toReview = state === 'published' ? drafts.filter(({ review }) => review.length > 0) : []
  const [includesReviews, setIncludesReviews] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [answered, setAnswered] = useState(0)
  const act = useAction()
  const stopping = useMemo(() => new AbortController(), [])
  useEffect(() => () => stopping.abort(), [])
  const wanted = includesReviews ? drafts : drafts.filter((draft) => !toReview.includes(draft))

  function submit() {
    setMissing(wanted.length === 0)
    if (wanted.length === 0) return
    void act.run(async () => {
      const left = await changeDrafts(wanted, sendDrafts(state), stopping.signal, setAnswered)
      const changed = wanted.filter((draft) => !left.some((one) => one.draft === draft))
      onEnd({ changed, left })
    })
  }

  return (
    <ActionDialog
      title={act.isBusy ? stateText.doing(wanted.length) : stateText.title(wanted.length)}
      action={stateText.action}
      isDestructive={state === 'withdrawn'}
      isDraft={false}
      act={act}
      onSubmit={submit}
      onClose={() => (act.isBusy ? stopping.abort() : onClose())}
    >
      {act.isBusy ? (
        <>
          <Progress label={stateText.doing(wanted.length)} value={answered / wanted.length} />
          <p class="note">{text.drafts.progress(answered, wanted.length)}</p>
          <Announcement>{text.drafts.progress(answered, wanted.length)}</Announcement>
        </>
      ) : (
        <p>{stateText.help}</p>
      )}
      {!act.isBusy && toReview.length > 0 && (
        <>
          <Checkbox
            label={text.drafts.includeReviews(toReview.length)}
            isChecked={includesReviews}
            error={isMissing ? text.drafts.onlyReviews : undefined}
            onChange={(isChecked) => {
              setIncludesReviews(isChecked)
              setMissing(false)
            }}
          />
          <p>{text.drafts.toReview(toReview.length, includesReviews)}</p>
          <ul class="drafts-list lined">
            {toReview.map(({ id, title, review }) => (
              <li key={id}>
                {title}
                <span class="note">{formatReview(review)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ActionDialog>
  )
}

interface ResultDialogProps {
  state: DraftChange
  result: Result
  onClose: () => void
}

/** Says which drafts stayed as they were, and why. */
function ResultDialog({ state, result: { changed, left }, onClose }: ResultDialogProps) {
  const stateText = text.drafts[state]
  return (
    <Dialog
      title={text.drafts.partly(stateText.done(changed.length), left.length)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{text.drafts.close}</Button>}
    >
      {REASONS.map((reason) => ({ reason, drafts: left.filter((one) => one.reason === reason) }))
        .filter(({ drafts }) => drafts.length > 0)
        .map(({ reason, drafts }) => (
          <Fragment key={reason}>
            <p>{text.drafts.reasons[reason]}</p>
            <ul class="drafts-list lined">
              {drafts.map(({ draft: { id, title } }) => (
                <li key={id}>
                  <a class="underlined" href={sectionPath('catalog', { pathParts: [id] })}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      {changed.length > 0 && (
        <FoldedList name={stateText.done(changed.length)} items={changed.map(({ title }) => title)} />
      )}
    </Dialog>
  )
}
