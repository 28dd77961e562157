import { isCode } from '@estante/client/answer.ts'
import { isOnline } from '@estante/client/online.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Progress } from '@estante/design/progress/progress.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useMemo, useState } from 'preact/hooks'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { formatSize } from '../format-size.ts'
import { navigate } from '../router.ts'
import { formatWait } from '../time/format-time.ts'
import { Announcement } from './announcement.tsx'
import { forgetJob } from './imports.ts'
import { JobPart } from './job-part.tsx'
import { createPace } from './pace.ts'
import { importsPath } from './paths.ts'
import { forgetSending, type Sending, startSent } from './sending.ts'
import { text } from './text.ts'
import { partSent } from './upload.ts'

/** The progress and problems of an upload. */
export function SendingPart({ sending }: { sending: Sending }) {
  const [isAsking, setAsking] = useState(false)
  const { upload, phase, problem } = sending
  const state = upload.state.value
  const part = partSent(upload)
  const cancel = (
    <Button variant="plain" size="compact" onClick={() => setAsking(true)}>
      {text.job.cancel}
    </Button>
  )
  return (
    <>
      {phase.value === 'sending' && (
        <JobPart title={text.job.sendingTitle} sum={text.job.sent(upload.sentFiles.value, upload.files)}>
          <Progress
            label={text.job.sendingTitle}
            value={part}
            valueText={text.spoken.sending(Math.round(part * 100))}
            tone={state === 'sending' ? 'accent' : 'still'}
          />
          <Amount sending={sending} />
          <Current sending={sending} />
          {state === 'held' && (
            <Callout tone="danger" isAlert>
              <p>{upload.problem.value}</p>
              <Button variant="soft" size="compact" onClick={upload.resume}>
                {text.job.resume}
              </Button>
            </Callout>
          )}
          {state === 'waiting' && (
            <Callout tone="notice" isAlert>
              {isOnline.value ? text.job.unanswered : text.job.offline}
            </Callout>
          )}
          <div class="job-part__foot row">
            <p class="job-part__note note">{text.job.keepOpen}</p>
            {cancel}
          </div>
        </JobPart>
      )}
      {phase.value === 'starting' && (
        <JobPart title={text.job.starting}>
          <Progress label={text.job.starting} value={undefined} />
        </JobPart>
      )}
      {phase.value === 'failed' && (
        <JobPart title={text.job.startFailed} isUrgent>
          <Callout tone="danger" isAlert>
            {problem.value}
          </Callout>
          <div class="job-part__foot row">
            <Button size="compact" onClick={() => void startSent(sending)}>
              {text.job.startAgain}
            </Button>
            {cancel}
          </div>
        </JobPart>
      )}
      {phase.value === 'asking' && (
        <JobPart title={text.job.refusedTitle(upload.refused.value.length)} isUrgent>
          <ul class="job-part__refused stack">
            {upload.refused.value.map(({ path, reason }) => (
              <li key={path}>
                <strong>{path}</strong> {reason}
              </li>
            ))}
          </ul>
          {upload.sentFiles.value > 0 && <p class="job-part__note note">{text.job.refusedHelp}</p>}
          <div class="job-part__foot row">
            {upload.sentFiles.value > 0 && (
              <Button size="compact" onClick={() => void startSent(sending)}>
                {text.job.importRest}
              </Button>
            )}
            {cancel}
          </div>
        </JobPart>
      )}
      {isAsking && (
        <ConfirmDialog
          title={text.job.cancelTitle}
          action={text.job.cancelAction}
          onClose={() => setAsking(false)}
          act={async () => {
            await forgetUnlessGone(sending.jobId)
            showToast(text.job.stopped)
            navigate(importsPath(), { replace: true })
          }}
        >
          <p>{text.job.cancelHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Amount({ sending: { upload } }: { sending: Sending }) {
  const pace = useMemo(createPace, [upload])
  const seconds = pace(performance.now(), upload.sentBytes.value, upload.bytes)
  const isMoving = upload.state.value === 'sending' && seconds !== undefined && seconds > 0
  return (
    <p class="note tabular">
      {text.job.sentSize(formatSize(upload.sentBytes.value), formatSize(upload.bytes))}
      {isMoving && ` · ${text.job.timeLeft(formatWait(seconds))}`}
      <Announcement>{text.spoken.sending(Math.round(partSent(upload) * 100))}</Announcement>
    </p>
  )
}

function Current({ sending: { upload } }: { sending: Sending }) {
  if (upload.current.value.length === 0) return null
  return (
    // Hidden from screen readers, which hear the total.
    <ul class="job-part__current stack" aria-hidden="true">
      {upload.current.value.map(({ path, size, sent }) => (
        <li key={path} class="job-part__file">
          <span class="one-line soft">{path}</span>
          <span class="tabular">{size > 0 ? `${Math.floor((sent / size) * 100)}%` : ''}</span>
        </li>
      ))}
    </ul>
  )
}

async function forgetUnlessGone(id: string) {
  try {
    await forgetJob(id)
  } catch (reason) {
    if (!isCode(reason, 'NOT_FOUND')) throw reason
    forgetSending(id)
  }
}
