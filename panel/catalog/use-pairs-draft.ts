import type { ChapterPair, ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { type Choice, choicesOf, endAtTrack, isSamePairs, pairChapter, sideEffects } from './pair-chapters.ts'
import { beginDraft, moveDraft, type PairsDraft } from './pairs-draft.ts'
import { text as catalogText } from './text.ts'

const { chapterPairs: text } = catalogText

/** A draft after each change, with the chapter that was changed. */
type Step = PairsDraft & { chapter?: number }

/**
 * The chapter whose tracks are being chosen. Arrow keys choose every option on their way: each choice starts from
 * `steps`, those before the visit, and stays on the screen until the visit ends.
 */
interface Visit {
  chapter: number
  steps?: Step[]
  chosen?: { choice: Choice }
}

export type EditedPairs = ReturnType<typeof usePairsDraft>

/** Edits the pairs of both forms, with a way back from each change. `onEdit`: a change was made or undone. */
export function usePairsDraft(found: ChapterPairs, onEdit: () => void) {
  const [steps, setSteps] = useState<Step[]>([])
  const [visit, setVisit] = useState<Visit>()
  const [notice, setNotice] = useState<string>()
  const focusChapter = useChapterFocus()
  const latest = (of: Step[]) => moveDraft(of.at(-1) ?? beginDraft(found), found)
  const draft = useMemo(() => latest(steps), [steps, found])
  const choices = useMemo(() => choicesOf(draft.pairs), [draft.pairs])
  // The visited chapter keeps its options: each of its choices starts from these.
  const choicesBefore = visit?.steps ? choicesOf(latest(visit.steps).pairs) : choices

  // The visit and the notice are about the files and pairs before.
  useLayoutEffect(forgetChoice, [found.version])
  // The rows that a choice adds above it would push it under the save bar.
  useLayoutEffect(() => {
    if (visit?.chosen) document.getElementById(chapterId(visit.chapter))?.scrollIntoView({ block: 'nearest' })
  }, [visit])

  function forgetChoice() {
    setVisit((current) => current && { chapter: current.chapter })
    setNotice(undefined)
  }

  function change(next: Partial<Step>, from = steps) {
    setSteps([...from, { ...latest(from), ...next }])
    setNotice(undefined)
    onEdit()
  }

  function choose(chapter: number, choice: Choice) {
    const from = (visit?.chapter === chapter && visit.steps) || steps
    const before = latest(from).pairs
    const after = pairChapter(before, chapter, choice)
    setVisit({ chapter, steps: from, chosen: { choice } })
    onEdit()
    if (isSamePairs(before, after)) {
      setSteps(from)
      const isOtherChoice = choice !== choicesOf(before).get(chapter)
      return setNotice(isOtherChoice ? text.alreadyThere(chapter + 1) : undefined)
    }
    change({ pairs: after, chapter }, from)
    setNotice(text.sideEffects(sideEffects(before, after, chapter)))
  }

  function undo() {
    const undone = steps.at(-1)
    if (!undone) return
    setSteps(steps.slice(0, -1))
    forgetChoice()
    onEdit()
    focusChapter(undone.chapter ?? 0)
  }

  return {
    draft,
    /** The consequences of the last choice. */
    notice,
    canUndo: steps.length > 0,
    visited: visit?.chapter,
    /** Returns the choice of a chapter; `displayed` is the one on the screen. */
    choiceOf(chapter: number) {
      const isVisited = visit?.chapter === chapter
      const choice = choices.get(chapter)
      return {
        choice,
        displayed: isVisited && visit.chosen ? visit.chosen.choice : choice,
        isVisited,
        canJoin: (isVisited ? choicesBefore : choices).has(chapter - 1),
      }
    },
    beginVisit: (chapter: number) => setVisit({ chapter, steps }),
    endVisit: (chapter: number) => setVisit({ chapter }),
    choose,
    endPair(pair: ChapterPair, track: number) {
      const chapter = pair.ebook.first
      change({ pairs: endAtTrack(draft.pairs, pair, track), chapter })
      // The pressed button may be gone.
      focusChapter(chapter)
    },
    change,
    undo,
    focusChapter,
    /** Keeps the changes and undos made during the save, as changes of the saved pairs. */
    saved(answer: ChapterPairs) {
      setSteps((now) => (now === steps ? [] : [{ ...(now.at(-1) ?? beginDraft(found)), began: answer }]))
    },
  }
}

/** Focuses a chapter once the screen shows the last change. */
function useChapterFocus() {
  const [focused, setFocused] = useState<{ chapter: number }>()
  useLayoutEffect(() => {
    if (focused) document.getElementById(chapterId(focused.chapter))?.focus()
  }, [focused])
  return (chapter: number) => setFocused({ chapter })
}

export function chapterId(chapter: number): string {
  return `pairing-${chapter}`
}
