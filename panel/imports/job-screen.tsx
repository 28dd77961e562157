import { type Pages, useLastAnswered } from '@estante/client/pages.ts'
import type { ImportItem, ImportItemState, ImportJob } from '@estante/contract/panel/imports.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { BanIcon, LibraryIcon, MoreIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useMemo, useState } from 'preact/hooks'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { LoadMore } from '../lists/load-more.tsx'
import { navigate, parameter } from '../router.ts'
import { MissingState } from '../shell/missing-state.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { ImportItems } from './import-items.tsx'
import { createReport, forgetJob } from './imports.ts'
import { InterruptedPart } from './interrupted-part.tsx'
import { FinishedPart, ImportingPart, WaitingPart } from './job-part.tsx'
import { importsPath, jobPath } from './paths.ts'
import { sendings } from './sending.ts'
import { SendingPart } from './sending-part.tsx'
import { StageBadge } from './stage-badge.tsx'
import { text } from './text.ts'
import { useAfterUpload } from './use-after-upload.ts'

const LOOK_EVERY_MS = 1_000
const STATES = ['imported', 'updated', 'unchanged', 'failed'] as const

/** An import: uploading, importing, then the outcome of each title. */
export function JobScreen({ id }: { id: string }) {
  const state = STATES.find((one) => one === parameter('estado'))
  const report = useMemo(() => createReport(id), [id])
  const { job, isMissing } = report
  const sending = sendings.value.get(id)
  const isGoingOn = job.value?.state === 'waiting' || job.value?.state === 'importing'
  const wanted = useScreenResource(
    () => report.titlesIn(state),
    `${id} ${state}`,
    isGoingOn ? LOOK_EVERY_MS : undefined,
  )
  useAfterUpload(wanted.load, sending !== undefined)
  // The list, the state of the import and its running titles are one answer: they load, fail and grow old together.
  const titles = useLastAnswered(wanted)

  if (isMissing.value)
    return (
      <MissingState
        icon={LibraryIcon}
        title={text.job.gone}
        help={text.job.goneHelp}
        href={importsPath()}
        link={text.job.seeAll}
      />
    )
  return (
    <>
      <div class="imports__top line">
        <BackLink href={importsPath()}>{text.back}</BackLink>
        {job.value && !sending && <JobMenu job={job.value} />}
      </div>
      {job.value && <ScreenHeader title={job.value.name ?? text.list.unnamed} help={<Facts job={job.value} />} />}
      <div class="stack gap-5">
        {sending ? (
          <SendingPart sending={sending} />
        ) : (
          <ResourceContent resource={titles} skeleton={<ReportSkeleton />} level={job.value ? 2 : 1}>
            {() => job.value && <Report job={job.value} current={report.current.value} titles={titles} state={state} />}
          </ResourceContent>
        )}
      </div>
    </>
  )
}

interface ReportProps {
  job: ImportJob
  current: readonly ImportItem[]
  titles: Pages<ImportItem>
  state: ImportItemState | undefined
}

function Report({ job, current, titles, state }: ReportProps) {
  const others = titles.data.value?.items.filter(({ id }) => !current.some((one) => one.id === id)) ?? []
  const visible = state ? others : [...current, ...others]
  if (job.state === 'receiving') return <InterruptedPart job={job} onStarted={titles.load} />
  return (
    <>
      {job.state === 'waiting' && <WaitingPart />}
      {job.state === 'importing' && <ImportingPart job={job} />}
      {job.state === 'finished' && <FinishedPart job={job} />}
      {job.titles.total > 0 && (
        <section class="stack gap-3">
          <header class="imports__report-head row">
            <h2>{text.job.report}</h2>
            <Segmented
              label={text.job.filter}
              options={[
                { value: 'all', label: `${text.job.all} ${formatNumber(job.titles.total)}` },
                ...STATES.filter((one) => job.titles[one] > 0 || one === state).map((one) => ({
                  value: one,
                  label: text.counts[one](job.titles[one]),
                })),
              ]}
              value={state ?? 'all'}
              onChange={(value) => navigate(jobPath(job.id, value === 'all' ? undefined : value), { replace: true })}
            />
          </header>
          {visible.length > 0 ? (
            <ImportItems label={text.job.report} items={visible} onChanged={titles.load} />
          ) : (
            <p class="soft">{text.job.noneOfState}</p>
          )}
          <LoadMore pages={titles} />
        </section>
      )}
    </>
  )
}

function Facts({ job }: { job: ImportJob }) {
  return (
    <span class="imports__facts row">
      <StageBadge job={job} />
      <span>
        <RelativeTime at={job.createdAt} />
        {job.createdBy && ` ${text.list.by(job.createdBy)}`}
      </span>
    </span>
  )
}

function JobMenu({ job }: { job: ImportJob }) {
  const [isAsking, setAsking] = useState(false)
  const isOver = job.state === 'finished'
  return (
    <>
      <Menu label={text.job.actions} button={<MoreIcon />}>
        <MenuItem
          icon={BanIcon}
          tone="danger"
          detail={isOver ? text.job.forgetDetail : text.job.stopDetail}
          onPress={() => setAsking(true)}
        >
          {isOver ? text.job.forget : text.job.stop}
        </MenuItem>
      </Menu>
      {isAsking && (
        <ConfirmDialog
          title={isOver ? text.job.forgetTitle : text.job.stopTitle}
          action={isOver ? text.job.forgetAction : text.job.stopAction}
          onClose={() => setAsking(false)}
          act={async () => {
            await forgetJob(job.id)
            showToast(isOver ? text.job.forgotten : text.job.stopped)
            navigate(importsPath(), { replace: true })
          }}
        >
          <p>{isOver ? text.job.forgetHelp : text.job.stopHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function ReportSkeleton() {
  return (
    <div class="stack gap-5">
      <Skeleton width="16rem" height="2.25rem" />
      <Skeleton width="100%" height="5rem" radius="var(--radius-md)" />
      <TableSkeleton cardHeight="6rem" />
    </div>
  )
}
