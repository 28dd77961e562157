import type { ImportJob } from '@estante/contract/panel/imports.ts'
import { DropZone } from '@estante/design/drop-zone/drop-zone.tsx'
import { ForwardIcon, WarningIcon } from '@estante/design/icons/icons.tsx'
import { Progress } from '@estante/design/progress/progress.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useFresh } from '../admin-session/use-resource.ts'
import { formatSize } from '../format-size.ts'
import { PagedList } from '../lists/list.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { jobs, quarantine } from './imports.ts'
import { importsPath, jobPath, QUARANTINE } from './paths.ts'
import { addToPlan, plan } from './plan.ts'
import { PlanPart } from './plan-part.tsx'
import { sendings } from './sending.ts'
import { StageBadge, stageOf } from './stage-badge.tsx'
import { text } from './text.ts'
import { partSent } from './upload.ts'
import { useAfterUpload } from './use-after-upload.ts'

const LOOK_EVERY_MS = 3_000

/** The screen of imports: a drop zone, and the earlier jobs. */
export function JobsScreen() {
  const isAnythingGoingOn = jobs.data.value?.items.some(isGoingOn) ?? false
  const isSending = sendings.value.size > 0
  useFresh(jobs, isAnythingGoingOn || isSending ? LOOK_EVERY_MS : undefined)
  useFresh(quarantine)
  useAfterUpload(jobs.load, isSending)
  const isEmpty = jobs.data.value?.items.length === 0
  return (
    <>
      <ScreenHeader title={text.title} help={text.help} />
      <div class="stack gap-5">
        {plan.value ? (
          <PlanPart plan={plan.value} />
        ) : (
          <DropZone
            size={isEmpty ? 'large' : 'slim'}
            title={text.drop.title}
            hint={text.drop.hint}
            labels={text.drop}
            onFiles={addToPlan}
          />
        )}
        <QuarantineLink />
        <PagedList wanted={jobs} cardHeight="9rem" found={text.list.found} empty={null}>
          {(items) => (
            <section class="stack gap-3">
              <h2>{text.list.heading}</h2>
              <Table
                label={text.list.label}
                columns={[name, state, result, when]}
                rows={items}
                keyOf={({ id }) => id}
              />
            </section>
          )}
        </PagedList>
      </div>
    </>
  )
}

function QuarantineLink() {
  const known = quarantine.data.value
  if (!known || known.items.length === 0) return null
  return (
    <a class="imports__quarantine line" href={importsPath(QUARANTINE)}>
      <WarningIcon />
      <span class="stack grows">
        <span class="bold">{text.quarantine.found(known.items.length, known.nextCursor !== null)}</span>
        <span class="imports__quarantine-help">{text.quarantine.linkHelp}</span>
      </span>
      <ForwardIcon />
    </a>
  )
}

function isGoingOn({ state }: ImportJob): boolean {
  return state === 'waiting' || state === 'importing'
}

const name: Column<ImportJob> = {
  name: text.list.columns.name,
  cell: (job) => <JobName job={job} />,
}

function JobName({ job }: { job: ImportJob }) {
  const upload = sendings.value.get(job.id)?.upload
  const { count, bytes } = upload ? { count: upload.files, bytes: upload.bytes } : job.files
  return (
    <div class="cell-lines">
      <a class="table__link" href={jobPath(job.id)}>
        {job.name ?? text.list.unnamed}
      </a>
      <span class="detail">{text.list.files(count, formatSize(bytes))}</span>
    </div>
  )
}

const state: Column<ImportJob> = {
  name: text.list.columns.state,
  cell: (job) => <JobState job={job} />,
}

function JobState({ job }: { job: ImportJob }) {
  const sending = sendings.value.get(job.id)
  const part = sending ? partSent(sending.upload) : job.state === 'importing' ? job.progress : undefined
  return (
    <div class="import-job__state">
      <StageBadge job={job} />
      {part !== undefined && <Progress label={text.states[stageOf(job)]} value={part} />}
    </div>
  )
}

const result: Column<ImportJob> = {
  name: text.list.columns.result,
  cell: ({ titles }) => {
    const outcomes = (['imported', 'updated', 'unchanged'] as const)
      .filter((one) => titles[one] > 0)
      .map((one) => text.counts[one](titles[one]))
    return (
      <div class="stack">
        {outcomes.length > 0 && <span>{outcomes.join(' · ')}</span>}
        {titles.failed > 0 && <span class="import-job__failed">{text.counts.failed(titles.failed)}</span>}
        {outcomes.length === 0 && titles.failed === 0 && <span class="detail">{text.list.none}</span>}
      </div>
    )
  },
}

const when: Column<ImportJob> = {
  name: text.list.columns.when,
  cell: ({ createdAt, createdBy }) => (
    <div class="cell-lines">
      <RelativeTime at={createdAt} />
      {createdBy && <span class="detail">{text.list.by(createdBy)}</span>}
    </div>
  ),
}
