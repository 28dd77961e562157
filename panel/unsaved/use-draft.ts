import type { LastChange } from '@estante/contract/panel/last-change.ts'
import { useState } from 'preact/hooks'
import { conflictsOf, type Draft, dropField, dropSaved, emptyDraft, overwriteConflicts, writeFields } from './draft.ts'

/** Holds the draft of a form over `known`, the stored values, and their last editor. */
export function useDraft<Fields extends object>(known: Fields, change: LastChange | null) {
  const [draft, setDraft] = useState<Draft<Fields>>(emptyDraft)
  const [changeBefore, setChangeBefore] = useState(change?.at)
  const isEmpty = Object.keys(draft.written).length === 0
  return {
    written: draft.written,
    /** Each field's value in the form. */
    values: { ...known, ...draft.written },
    conflicts: conflictsOf(draft, known),
    /** The admin who changed it since editing began, if known. */
    changedBy: change && change.at !== changeBefore ? change : undefined,
    write(changes: Partial<Fields>) {
      if (isEmpty) setChangeBefore(change?.at)
      setDraft((current) => writeFields(current, known, changes))
    },
    /** Restores the stored value of a field. */
    takeKnown: (name: keyof Fields) => setDraft((current) => dropField(current, name)),
    /** Resolves the known conflicts for the draft. Returns whether `later` has more. */
    overwriteConflicts() {
      const settled = overwriteConflicts(draft, known)
      setDraft(settled)
      return { isChangedIn: (later: Fields) => conflictsOf(settled, later).length > 0 }
    },
    discard: () => setDraft(emptyDraft),
    /** Ends a save: `sent` is the draft when it began, `now` the stored values since. */
    saved(sent: Partial<Fields>, now: Fields, changeNow: LastChange | null) {
      setChangeBefore(changeNow?.at)
      setDraft((current) => dropSaved(current, sent, now))
    },
  }
}
