import type { ImportJob } from '@estante/contract/panel/imports.ts'
import { Progress } from '@estante/design/progress/progress.tsx'
import type { ComponentChildren } from 'preact'
import { formatNumber } from '../format-number.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { Announcement } from './announcement.tsx'
import { draftsPath } from './paths.ts'
import { text } from './text.ts'

interface JobPartProps {
  title: string
  sum?: string | undefined
  isUrgent?: boolean
  children: ComponentChildren
}

/** An import in the list: name, progress and notes. */
export function JobPart({ title, sum, isUrgent = false, children }: JobPartProps) {
  return (
    <section class="job-part card stack" data-urgent={isUrgent ? '' : undefined}>
      <header class="job-part__head row">
        <h2>{title}</h2>
        {sum && <p class="job-part__sum note tabular">{sum}</p>}
      </header>
      {children}
    </section>
  )
}

export function WaitingPart() {
  return (
    <JobPart title={text.job.waitingTitle}>
      <Progress label={text.job.waitingTitle} value={undefined} />
      <p class="job-part__note note">
        {text.job.waitingHelp} {text.job.mayClose}
      </p>
    </JobPart>
  )
}

export function ImportingPart({ job: { titles, progress, publishes } }: { job: ImportJob }) {
  const done = titles.total - titles.waiting - titles.importing
  return (
    <JobPart title={text.job.importingTitle} sum={titles.total > 0 ? text.job.done(done, titles.total) : undefined}>
      <Progress label={text.job.importingTitle} value={titles.total > 0 ? progress : undefined} />
      <Announcement>{text.spoken.importing(done, titles.total)}</Announcement>
      <p class="job-part__note note">
        {text.job.mayClose} {publishes ? text.job.publishes : text.job.drafts}
      </p>
    </JobPart>
  )
}

export function FinishedPart({ job }: { job: ImportJob }) {
  const { titles, finishedAt, skippedFiles } = job
  const figures = (['imported', 'updated', 'unchanged', 'failed'] as const).filter((one) => titles[one] > 0)
  const notes = [publishedNote(job), skippedFiles > 0 && text.job.skippedFiles(skippedFiles)]
  return (
    <section class="job-part card stack">
      <span class="visually-hidden" role="status">
        {text.spoken.finished}
      </span>
      <dl class="job-part__figures row">
        {figures.map((one) => (
          <div key={one} class="job-part__figure" data-state={one}>
            <dt>{text.job.figures[one]}</dt>
            <dd>{formatNumber(titles[one])}</dd>
          </div>
        ))}
      </dl>
      {figures.length === 0 && <p class="job-part__note note">{text.job.nothing}</p>}
      {titles.drafts > 0 && (
        <p class="job-part__note note">
          {text.job.drafted(titles.drafts)} {titles.toReview > 0 && text.job.toReview(titles.toReview)}{' '}
          <a href={draftsPath(job.id)}>{text.job.review}</a>
        </p>
      )}
      <p class="job-part__note note">
        {finishedAt && (
          <>
            {text.job.end} <RelativeTime at={finishedAt} />.{' '}
          </>
        )}
        {notes.filter(Boolean).join(' ')}
      </p>
    </section>
  )
}

/** Says whether members see the new titles. */
function publishedNote({ titles: { imported, drafts }, publishes }: ImportJob): string | undefined {
  return publishes && imported > drafts ? text.job.published(drafts > 0) : undefined
}
