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
import { DownIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { call } from '../admin-session/call.ts'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { sectionPath } from '../router.ts'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as panelText } from '../text.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { ChangedMeanwhile } from '../unsaved/changed-meanwhile.tsx'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import { choicesOf, findUnpaired, isSamePairs } from './pair-chapters.ts'
import { PairList } from './pair-list.tsx'
import { nextGap, rowsOf } from './pair-rows.ts'
import { beginDraft, hasSameFiles } from './pairs-draft.ts'
import { text as catalogText } from './text.ts'
import { usePairsDraft } from './use-pairs-draft.ts'
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
        {(found) => <Pairing forms={forms} found={found} path={path} />}
      </ResourceContent>
    </>
  )
}

interface PairingProps {
  forms: Resource<ChapterPairs>
  found: ChapterPairs
  path: `/panel/v1/publications/${string}/chapter-pairs`
}

function Pairing({ forms, found, path }: PairingProps) {
  const act = useAction()
  const edited = usePairsDraft(found, () => act.setProblem(undefined))
  const [isLeavingConfirmed, setLeavingConfirmed] = useState(false)
  const { draft, change, undo, focusChapter } = edited
  const { pairs } = draft
  const known = found.confirmed ?? found.proposed
  const isChanged = !isSamePairs(pairs, known)
  const isConflict = isChanged && draft.began.version !== found.version
  const hasNewFile = isConflict && !hasSameFiles(draft.began, found)
  const rows = rowsOf(pairs, found)
  const nextAlone = nextGap(rows, edited.visited)

  async function send(next: ChapterPair[] | null) {
    try {
      const answer = await call<typeof confirmChapterPairs>('PUT', path, { pairs: next, version: found.version })
      forms.put(answer)
      edited.saved(answer)
    } catch (reason) {
      if (isCode(reason, 'CHANGED_MEANWHILE')) await forms.load()
      throw reason
    }
  }

  const canConfirm = found.confirmed === null || isChanged
  const confirm = () =>
    act.run(async () => {
      await send(pairs)
      showToast(text.confirmedToast)
    })

  function pressKey(event: KeyboardEvent) {
    if (!event.ctrlKey && !event.metaKey) return
    if (event.key === 'Enter' && canConfirm) void confirm()
    else if (event.key === 'z') undo()
    else return
    event.preventDefault()
  }

  return (
    <>
      <form class="pairing stack" onKeyDown={pressKey}>
        <p class="pairing__summary row soft tabular">
          <Badge tone={found.confirmed ? 'good' : 'neutral'}>{found.confirmed ? text.confirmed : text.automatic}</Badge>
          {found.confirmed && found.confirmedChange && (
            <span>
              {text.by(found.confirmedChange.by.name)} <RelativeTime at={found.confirmedChange.at} />
            </span>
          )}
          {found.confirmed && (
            <Button variant="plain" size="compact" onClick={() => setLeavingConfirmed(true)}>
              {text.goBack}
            </Button>
          )}
          <span class="pairing__keys">{text.keys}</span>
        </p>
        {(hasNewFile || found.outdated) && (
          <Callout tone="notice">
            {hasNewFile ? text.newFile(draft.lostCount) : text.outdated}
            {found.outdated && !isChanged && found.outdated.length > 0 && (
              <Button variant="soft" size="compact" onClick={() => change({ pairs: found.outdated! })}>
                {text.takeOutdated}
              </Button>
            )}
          </Callout>
        )}
        <ChangedMeanwhile
          change={(found.confirmed && found.confirmedChange) ?? undefined}
          fields={
            isConflict
              ? [
                  {
                    name: 'pairs',
                    label: text.pairing,
                    now: `${found.confirmed ? text.confirmed : text.automatic} · ${formatCounts(known, found)}`,
                  },
                ]
              : []
          }
          onTake={() => {
            change(beginDraft(found))
            focusChapter(0)
          }}
        />
        <div class="pairing__heads note" aria-hidden="true">
          <span>{text.ebook}</span>
          <span>{text.audiobook}</span>
        </div>
        <PairList rows={rows} forms={found} edited={edited} />
        <div class="save-bar row">
          <p
            class="save-bar__status"
            role={act.problem ? 'alert' : 'status'}
            data-problem={act.problem ? '' : undefined}
          >
            {act.problem ??
              edited.notice ??
              `${formatCounts(pairs, found)} ${isChanged ? panelText.unsaved.status : ''}`}
          </p>
          {nextAlone !== undefined && (
            <Button variant="plain" icon={DownIcon} aria-label={text.nextAlone} onClick={() => focusChapter(nextAlone)}>
              <span class="pairing__next">{text.nextAlone}</span>
            </Button>
          )}
          {edited.canUndo && (
            <Button variant="plain" onClick={undo}>
              {text.undo}
            </Button>
          )}
          <Button aria-busy={act.isBusy} disabled={!canConfirm} onClick={confirm}>
            {isConflict ? text.confirmMine : text.confirm}
          </Button>
        </div>
      </form>
      <LeaveGuard isNeeded={isChanged} />
      {isLeavingConfirmed && (
        <ConfirmDialog
          title={text.goBackTitle}
          action={text.goBack}
          act={() => send(null)}
          toast={text.wentBack}
          onClose={() => setLeavingConfirmed(false)}
        >
          <p>{text.goBackHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function formatCounts(pairs: ChapterPair[], { ebook, audiobook }: ChapterPairs): string {
  const trackCount = audiobook.parts.length
  const chapters = { paired: choicesOf(pairs).size, all: ebook.parts.length }
  const tracks = { paired: trackCount - findUnpaired(pairs, trackCount).length, all: trackCount }
  return text.counts(pairs.length, chapters, tracks)
}
