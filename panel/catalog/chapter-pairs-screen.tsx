import { isCode } from '@estante/client/answer.ts'
import { createResource, type Resource } from '@estante/client/resource.ts'
import type {
  ChapterPair,
  ChapterPairs,
  confirmChapterPairs,
  getChapterPairs,
} from '@estante/contract/panel/chapter-pairs.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useMemo, useState } from 'preact/hooks'
import { useAction } from '../act/use-action.ts'
import { call } from '../admin-session/call.ts'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { sectionPath } from '../router.ts'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { formatDuration } from '../time/format-time.ts'
import { When } from '../time/when.tsx'
import { isSamePairs, pairChapters, unpaired } from './pair-chapters.ts'
import { text as catalogText } from './text.ts'
import '../unsaved/save-bar.css'
import './chapter-pairs-screen.css'

const { chapterPairs: text } = catalogText

/** Pairs the chapters of an e-book and its audiobook: the service proposes, an operator corrects and confirms. */
export function ChapterPairsScreen({ id }: { id: string }) {
  const path = `/panel/v1/publications/${id}/chapter-pairs` as const
  const forms = useScreenResource(() => createResource(() => call<typeof getChapterPairs>('GET', path)), path)
  return (
    <>
      <BackLink href={sectionPath('catalog', { pathParts: [id] })}>{text.back}</BackLink>
      <ScreenHeader title={text.title} help={forms.data.value && text.help(forms.data.value.title)} />
      <ResourceContent resource={forms} skeleton={<Skeleton width="100%" height="24rem" radius="var(--radius-md)" />}>
        {(found) => <Pairing key={found.confirmedChange?.at ?? ''} forms={forms} found={found} path={path} />}
      </ResourceContent>
    </>
  )
}

function Pairing({
  forms,
  found,
  path,
}: {
  forms: Resource<ChapterPairs>
  found: ChapterPairs
  path: `/panel/v1/publications/${string}/chapter-pairs`
}) {
  const known = found.confirmed ?? found.proposed
  const [pairs, setPairs] = useState<ChapterPair[]>(known)
  const [undone, setUndone] = useState(0)
  const act = useAction()
  const { ebook, audiobook } = found
  const alone = unpaired(pairs, audiobook.parts.length)
  const soundOf = useMemo(() => new Map(pairs.map((pair) => [pair.ebook, pair.audiobook])), [pairs])
  const isChanged = !isSamePairs(pairs, known)

  function choose(chapter: number, sound: number | undefined) {
    const next = pairChapters(pairs, chapter, sound)
    setPairs(next.pairs)
    setUndone(next.undone)
  }

  const save = (nextPairs: ChapterPair[] | null) =>
    act.run(async () => {
      const body = { pairs: nextPairs, ebookRevision: ebook.revision, audiobookRevision: audiobook.revision }
      try {
        forms.put(await call<typeof confirmChapterPairs>('PUT', path, body))
      } catch (reason) {
        if (isCode(reason, 'CHANGED_MEANWHILE')) await forms.load()
        throw reason
      }
      if (nextPairs === null) setPairs(found.proposed)
      showToast(nextPairs === null ? text.wentBack : text.confirmedToast)
    })

  return (
    <div class="pairing stack">
      <p class="pairing__standing">
        <Badge tone={found.confirmed ? 'good' : 'neutral'}>{found.confirmed ? text.confirmed : text.automatic}</Badge>
        {found.confirmed && found.confirmedChange && (
          <span>
            {text.by(found.confirmedChange.by.name)} <When at={found.confirmedChange.at} />
          </span>
        )}
        <span>{text.counts(pairs.length, ebook.parts.length, audiobook.parts.length)}</span>
      </p>
      {found.isOutdated && <Callout tone="notice">{text.outdated}</Callout>}
      <p class="visually-hidden" role="status">
        {undone > 0 && text.undone(undone)}
      </p>
      {undone > 0 && <Callout tone="notice">{text.undone(undone)}</Callout>}
      <div class="pairing__heads" aria-hidden="true">
        <span>{text.ebook}</span>
        <span>{text.audiobook}</span>
      </div>
      <ol class="card lined" aria-label={text.list}>
        {ebook.parts.map((part, chapter) => (
          <li class="pairing__pair" key={chapter} data-alone={!soundOf.has(chapter)}>
            <label class="pairing__chapter" for={`pairing-${chapter}`}>
              <span class="pairing__number">{chapter + 1}</span>
              <span class="pairing__title">{part.title || text.untitled}</span>
              <span class="pairing__size">{text.letters(part.size)}</span>
            </label>
            <SoundChoice
              id={`pairing-${chapter}`}
              parts={audiobook.parts}
              value={soundOf.get(chapter)}
              onChange={(sound) => choose(chapter, sound)}
            />
          </li>
        ))}
      </ol>
      {alone.length > 0 && (
        <section class="pairing__alone" aria-labelledby="pairing-alone">
          <h2 class="pairing__heading" id="pairing-alone">
            {text.alone}
          </h2>
          <ul>
            {alone.map((index) => (
              <li key={index}>{soundName(audiobook.parts, index)}</li>
            ))}
          </ul>
        </section>
      )}
      <div class="save-bar">
        {act.problem && (
          <p class="save-bar__status" role="alert" data-problem="">
            {act.problem}
          </p>
        )}
        <Button aria-busy={act.isBusy} disabled={found.confirmed !== null && !isChanged} onClick={() => save(pairs)}>
          {text.confirm}
        </Button>
        {isChanged && (
          <Button
            variant="plain"
            onClick={() => {
              setPairs(known)
              setUndone(0)
            }}
          >
            {text.undo}
          </Button>
        )}
        {found.confirmed && (
          <Button variant="soft" onClick={() => save(null)}>
            {text.goBack}
          </Button>
        )}
      </div>
    </div>
  )
}

type Parts = ChapterPairs['audiobook']['parts']

/** Renders the options only for the focused chapter: a long book has very many. */
function SoundChoice({
  id,
  parts,
  value,
  onChange,
}: {
  id: string
  parts: Parts
  value: number | undefined
  onChange: (value: number | undefined) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const options = isOpen ? parts.map((_, index) => index) : value === undefined ? [] : [value]
  return (
    <select
      class="pairing__choice"
      id={id}
      onFocus={open}
      onPointerDown={open}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
    >
      <option value="" selected={value === undefined}>
        {text.onlyEbook}
      </option>
      {options.map((index) => (
        <option key={index} value={index} selected={index === value}>
          {soundName(parts, index)}
        </option>
      ))}
    </select>
  )
}

function soundName(parts: Parts, index: number): string {
  const { title, size } = parts[index]!
  return `${index + 1}. ${title || text.untitled} · ${formatDuration(size)}`
}
