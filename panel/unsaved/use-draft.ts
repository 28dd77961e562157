import type { LastChange } from '@estante/contract/panel/last-change.ts'
import { useState } from 'preact/hooks'
import { conflictsOf, type Draft, dropField, dropSaved, emptyDraft, insist, writeFields } from './draft.ts'

/** The draft of a form over what the service holds of it, `known`, and who last changed that. */
export function useDraft<Fields extends object>(known: Fields, change: LastChange | null) {
  const [draft, setDraft] = useState<Draft<Fields>>(emptyDraft)
  const [changeBefore, setChangeBefore] = useState(change?.at)
  const isEmpty = Object.keys(draft.written).length === 0
  return {
    written: draft.written,
    /** Each field as the form shows it. */
    shown: { ...known, ...draft.written },
    conflicts: conflictsOf(draft, known),
    /** Who changed it since writing began, where that is known. */
    changedBy: change && change.at !== changeBefore ? change : undefined,
    write(changes: Partial<Fields>) {
      if (isEmpty) setChangeBefore(change?.at)
      setDraft((current) => writeFields(current, known, changes))
    },
    /** Shows again what the service holds of a field. */
    takeKnown: (name: keyof Fields) => setDraft((current) => dropField(current, name)),
    /**
     * Settles what somebody else changed, as far as it is known, for what is written here. Answers whether they changed
     * more of it by the time of `later`.
     */
    insist() {
      const settled = insist(draft, known)
      setDraft(settled)
      return { isChangedIn: (later: Fields) => conflictsOf(settled, later).length > 0 }
    },
    discard: () => setDraft(emptyDraft),
    /** Ends a save: `sent` is what was written when it began, `now` what the service holds since. */
    saved(sent: Partial<Fields>, now: Fields, changeNow: LastChange | null) {
      setChangeBefore(changeNow?.at)
      setDraft((current) => dropSaved(current, sent, now))
    },
  }
}
