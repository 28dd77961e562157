import type { ImportJob } from '@estante/contract/panel/imports.ts'
import { Button } from '@estante/design/button/button.tsx'
import { DropZone } from '@estante/design/drop-zone/drop-zone.tsx'
import type { DroppedFiles } from '@estante/design/drop-zone/dropped-files.ts'
import { useState } from 'preact/hooks'
import { ActionProblem } from '../actions/action-problem.tsx'
import { useAction } from '../actions/use-action.ts'
import { formatSize } from '../format-size.ts'
import { addDropped, groupDropped } from './group-dropped.ts'
import { receivedFiles } from './imports.ts'
import { JobPart } from './job-part.tsx'
import { PublishChoice } from './publish-choice.tsx'
import { beginSending, startImportJob } from './sending.ts'
import { text } from './text.ts'

/** An import whose page was closed during the upload: the missing files may still be sent. */
export function InterruptedPart({ job, onStarted }: { job: ImportJob; onStarted: () => Promise<void> }) {
  const [publish, setPublish] = useState(true)
  const act = useAction()
  const has = job.files.count > 0

  async function startNow() {
    await startImportJob(job.id, publish)
    await onStarted()
  }

  async function send({ files, unreadable }: DroppedFiles) {
    if (unreadable.length > 0) return act.setProblem(text.unreadable(unreadable))
    const books = groupDropped([...addDropped(new Map(), files).values()])
      .titles.filter(({ kind }) => kind !== 'other')
      .flatMap(({ entries }) => entries)
    if (books.length === 0) return act.setProblem(text.plan.nothing)
    const received = await receivedFiles(job.id)
    const missing = books.filter(({ path, size }) => received.get(path) !== size)
    if (missing.length > 0) beginSending(job.id, missing, publish)
    else await startNow()
  }

  return (
    <JobPart title={text.job.interruptedTitle} isUrgent>
      <p class="job-part__note note">
        {text.job.interruptedHelp}{' '}
        {has ? text.job.interruptedGot(job.files.count, formatSize(job.files.bytes)) : text.job.interruptedNothing}
      </p>
      <PublishChoice publish={publish} onChange={setPublish} />
      <DropZone
        size="slim"
        title={text.job.interruptedDrop}
        labels={text.drop}
        onFiles={(dropped) => void act.run(() => send(dropped))}
      />
      <ActionProblem act={act} />
      {has && (
        <div class="job-part__foot row">
          <Button variant="soft" size="compact" aria-busy={act.isBusy} onClick={() => void act.run(startNow)}>
            {text.job.startWithout}
          </Button>
        </div>
      )}
    </JobPart>
  )
}
