import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { DropZone } from '@estante/design/drop-zone/drop-zone.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import {
  BookIcon,
  CloseIcon,
  FolderIcon,
  HeadphonesIcon,
  type Icon,
  WarningIcon,
} from '@estante/design/icons/icons.tsx'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ActionProblem } from '../actions/action-problem.tsx'
import { useAction } from '../actions/use-action.ts'
import { formatSize } from '../format-size.ts'
import { navigate } from '../router.ts'
import { Fold } from '../shell/fold.tsx'
import { fileNameOf, folderOf } from './group-dropped.ts'
import { jobPath } from './paths.ts'
import {
  addToPlan,
  beginImport,
  forgetPlan,
  includeAnyway,
  limits,
  type PlannedTitle,
  type plan,
  removeFromPlan,
} from './plan.ts'
import { PublishChoice } from './publish-choice.tsx'
import { text } from './text.ts'

/** The number of rows listed before "show all". */
const MAX_ROWS = 100

type Plan = NonNullable<typeof plan.value>

/** The dropped files, to review before the upload. */
export function PlanPart({ plan: { titles, included, leftOut, unreadable, bytes, files } }: { plan: Plan }) {
  const [publish, setPublish] = useState(true)
  const [showsAll, setShowsAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const act = useAction()
  const isTooMany = limits.value !== undefined && files > limits.value.jobFiles
  const isTooBig = limits.value !== undefined && bytes > limits.value.jobBytes
  const visible = showsAll ? titles : titles.slice(0, MAX_ROWS)
  // Replaces the drop zone: moves the focus here.
  const focusHeading = () => heading.current?.focus()
  useEffect(focusHeading, [])

  function begin() {
    if (included.length === 0 || isTooMany || isTooBig) return
    void act.run(async () => navigate(jobPath(await beginImport(publish))))
  }

  return (
    <section class="plan card stack">
      <header class="plan__head row">
        <h2 class="title-md" ref={heading} tabIndex={-1}>
          {text.plan.title}
        </h2>
        <p class="bold tabular" role="status">
          {included.length > 0 ? text.plan.summary(included.length, formatSize(bytes)) : text.plan.nothing}
        </p>
      </header>
      {unreadable.length > 0 && <Callout tone="danger">{text.unreadable(unreadable)}</Callout>}
      {included.length > 0 && <PublishChoice publish={publish} onChange={setPublish} />}
      {titles.length > 0 && (
        <ul class="plan__titles lined" aria-label={text.plan.label}>
          {visible.map((title) => (
            <Title key={title.path} title={title} onChanged={focusHeading} />
          ))}
        </ul>
      )}
      {visible.length < titles.length && (
        <Button variant="plain" size="compact" onClick={() => setShowsAll(true)}>
          {text.plan.showAll(titles.length)}
        </Button>
      )}
      {leftOut.length > 0 && (
        <Fold name={text.plan.leftOut(leftOut.length)}>
          <ul class="plan__left-out-list note stack">
            {leftOut.slice(0, MAX_ROWS).map(({ path }) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </Fold>
      )}
      <DropZone
        size="slim"
        title={text.drop.titleMore}
        hint={text.drop.hintMore}
        labels={text.drop}
        onFiles={addToPlan}
      />
      {isTooMany && limits.value && <Callout tone="danger">{text.plan.tooMany(limits.value.jobFiles)}</Callout>}
      {isTooBig && limits.value && (
        <Callout tone="danger">{text.plan.tooBig(formatSize(limits.value.jobBytes))}</Callout>
      )}
      <p class="note">{text.plan.hintOnly}</p>
      <ActionProblem act={act} />
      <div class="plan__actions row">
        {included.length > 0 && (
          <Button aria-busy={act.isBusy} disabled={isTooMany || isTooBig} onClick={begin}>
            {text.plan.begin(included.length)}
          </Button>
        )}
        <Button variant="plain" onClick={forgetPlan}>
          {text.plan.giveUp}
        </Button>
      </div>
    </section>
  )
}

const drawings = { ebook: BookIcon, audiobook: HeadphonesIcon, other: WarningIcon } satisfies Record<string, Icon>

/** `onChanged`: the clicked button is gone. */
function Title({ title, onChanged }: { title: PlannedTitle; onChanged: () => void }) {
  const { path, isFolder, kind, entries, bytes, isIncluded, isTooLarge } = title
  const name = path === '' ? text.plan.looseTracks : fileNameOf(path)
  const Drawn = isFolder ? FolderIcon : drawings[kind]
  const tracks = entries.filter((entry) => /\.mp3$/i.test(entry.path)).length
  return (
    <li class="planned line gap-3" data-left-out={isIncluded ? undefined : ''}>
      <span class="planned__drawing centered">
        <Drawn />
      </span>
      <div class="grows breakable">
        <p class="planned__name">{name}</p>
        <p class="note">
          {[text.plan.kinds[kind], isFolder && text.plan.tracks(tracks), formatSize(bytes), folderOf(path)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isTooLarge && limits.value && (
          <p class="fault">
            {text.plan.tooLarge(formatSize(limits.value.fileBytes))}. {text.plan.notSent}.
          </p>
        )}
        {kind === 'other' && !isIncluded && !isTooLarge && (
          <Button
            variant="soft"
            size="compact"
            aria-label={text.plan.includeThis(name)}
            onClick={() => {
              includeAnyway(title)
              onChanged()
            }}
          >
            {text.plan.include}
          </Button>
        )}
      </div>
      <IconButton
        label={text.plan.remove(name)}
        icon={CloseIcon}
        onClick={() => {
          removeFromPlan(title)
          onChanged()
        }}
      />
    </li>
  )
}
