import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { DropZone } from '@estante/design/drop-zone/drop-zone.tsx'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
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
import { useAction } from '../act/use-action.ts'
import { formatSize } from '../files/format-size.ts'
import { navigate } from '../router.ts'
import { folderOf, nameOf } from './group-brought.ts'
import { jobPath } from './paths.ts'
import {
  addToPlan,
  beginImport,
  forgetPlan,
  insistOn,
  limits,
  type PlannedTitle,
  type plan,
  removeFromPlan,
} from './plan.ts'
import { words } from './text.ts'

/** Until somebody asks for all of them. */
const SHOWN = 100

type Plan = NonNullable<typeof plan.value>

/** What was brought, to be looked at before it begins. */
export function PlanPart({ plan: { titles, included, leftOut, unreadable, bytes, files } }: { plan: Plan }) {
  const [publish, setPublish] = useState(true)
  const [showsAll, setShowsAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const act = useAction()
  const isTooMany = limits.value !== undefined && files > limits.value.jobFiles
  const isTooBig = limits.value !== undefined && bytes > limits.value.jobBytes
  const shown = showsAll ? titles : titles.slice(0, SHOWN)
  // What was brought takes the place of where it was dropped: whoever cannot see it is led there.
  const focusHeading = () => heading.current?.focus()
  useEffect(focusHeading, [])

  function begin() {
    if (included.length === 0 || isTooMany || isTooBig) return
    void act.run(async () => navigate(jobPath(await beginImport(publish))))
  }

  return (
    <section class="plan">
      <header class="plan__head">
        <h2 class="plan__heading" ref={heading} tabIndex={-1}>
          {words.plan.title}
        </h2>
        <p class="plan__sum" role="status">
          {included.length > 0 ? words.plan.summary(included.length, formatSize(bytes)) : words.plan.nothing}
        </p>
      </header>
      {unreadable.length > 0 && <Callout tone="danger">{words.unreadable(unreadable)}</Callout>}
      {titles.length > 0 && (
        <ul class="plan__titles" aria-label={words.plan.label}>
          {shown.map((title) => (
            <Title key={title.path} title={title} onChanged={focusHeading} />
          ))}
        </ul>
      )}
      {shown.length < titles.length && (
        <Button variant="plain" size="compact" onClick={() => setShowsAll(true)}>
          {words.plan.showAll(titles.length)}
        </Button>
      )}
      {leftOut.length > 0 && (
        <details class="plan__left-out">
          <summary class="plan__fold">{words.plan.leftOut(leftOut.length)}</summary>
          <ul class="plan__left-out-list">
            {leftOut.slice(0, SHOWN).map(({ path }) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
      <DropZone
        size="slim"
        title={words.drop.titleMore}
        hint={words.drop.hintMore}
        words={{ files: words.drop.files, folder: words.drop.folder, drop: words.drop.veil }}
        onBrought={addToPlan}
      />
      {included.length > 0 && (
        <RadioCards
          label={words.plan.when}
          options={[
            { value: 'publish', label: words.plan.publish, detail: words.plan.publishDetail },
            { value: 'draft', label: words.plan.draft, detail: words.plan.draftDetail },
          ]}
          value={publish ? 'publish' : 'draft'}
          onChange={(value) => setPublish(value === 'publish')}
        />
      )}
      {isTooMany && limits.value && <Callout tone="danger">{words.plan.tooMany(limits.value.jobFiles)}</Callout>}
      {isTooBig && limits.value && (
        <Callout tone="danger">{words.plan.tooBig(formatSize(limits.value.jobBytes))}</Callout>
      )}
      {act.problem && (
        <Callout tone="danger" isAlert>
          {act.problem}
        </Callout>
      )}
      <div class="plan__actions">
        {included.length > 0 && (
          <Button aria-busy={act.isBusy} disabled={isTooMany || isTooBig} onClick={begin}>
            {words.plan.begin(included.length)}
          </Button>
        )}
        <Button variant="plain" onClick={forgetPlan}>
          {words.plan.giveUp}
        </Button>
        <p class="plan__note">{words.plan.hintOnly}</p>
      </div>
    </section>
  )
}

const drawings = { ebook: BookIcon, audiobook: HeadphonesIcon, other: WarningIcon } satisfies Record<string, Icon>

/** `onChanged` hears that the button that was pressed is gone. */
function Title({ title, onChanged }: { title: PlannedTitle; onChanged: () => void }) {
  const { path, isFolder, kind, entries, bytes, isIncluded, isTooLarge } = title
  const name = path === '' ? words.plan.looseTracks : nameOf(path)
  const Drawn = isFolder ? FolderIcon : drawings[kind]
  const tracks = entries.filter((entry) => /\.mp3$/i.test(entry.path)).length
  return (
    <li class="planned" data-left-out={isIncluded ? undefined : ''}>
      <span class="planned__drawing">
        <Drawn />
      </span>
      <div class="planned__words">
        <p class="planned__name">{name}</p>
        <p class="planned__detail">
          {[
            words.plan.kinds[kind],
            isFolder && words.plan.tracks(tracks),
            formatSize(bytes),
            folderOf(path) && folderOf(path),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isTooLarge && limits.value && (
          <p class="planned__problem">
            {words.plan.tooLarge(formatSize(limits.value.fileBytes))}. {words.plan.notSent}.
          </p>
        )}
        {kind === 'other' && !isIncluded && !isTooLarge && (
          <Button
            variant="soft"
            size="compact"
            aria-label={words.plan.includeThis(name)}
            onClick={() => {
              insistOn(title)
              onChanged()
            }}
          >
            {words.plan.include}
          </Button>
        )}
      </div>
      <IconButton
        label={words.plan.remove(name)}
        icon={CloseIcon}
        onClick={() => {
          removeFromPlan(title)
          onChanged()
        }}
      />
    </li>
  )
}
