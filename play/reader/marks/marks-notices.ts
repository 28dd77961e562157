import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type annotationsOf, refusal } from '../../annotations/page-annotations.ts'
import { text as conflictText } from '../../annotations/text.ts'
import { text } from './marks-text.ts'

const NOTICE_MS = 8000

interface Action {
  label: string
  run(): void
}

interface Notice {
  text: string
  actions: readonly Action[]
}

/** Announces changes of marks, and asks which version to keep when another device changed the same mark. */
export function createMarksNotices({
  conflicts,
  resolve,
}: Pick<ReturnType<typeof annotationsOf>, 'conflicts' | 'resolve'>) {
  const notice = signal<Notice | undefined>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const unsubscribe = effect(() => {
    const reason = refusal.value
    if (reason === undefined) return
    untracked(() => showBriefly(reason || text.refused))
    // The service may refuse the next change for the same reason.
    refusal.value = undefined
  })
  const stopAsking = effect(() => {
    const [first] = conflicts.value
    if (!first) return
    untracked(() =>
      show(first.conflict?.annotation === null ? text.goneElsewhere : text.changedElsewhere, [
        { label: conflictText.keepMine, run: () => resolve(first.id, 'mine') },
        { label: conflictText.keepTheirs, run: () => resolve(first.id, 'theirs') },
      ]),
    )
  })

  /** Shows a notice for a while. */
  function showBriefly(message: string, ...actions: Action[]) {
    show(message, actions)
    timer = setTimeout(dismiss, NOTICE_MS)
  }

  /** Shows a notice until it is answered. */
  function show(message: string, actions: Action[]) {
    clearTimeout(timer)
    const closing = ({ label, run }: Action) => ({
      label,
      run() {
        dismiss()
        run()
      },
    })
    notice.value = { text: message, actions: actions.map(closing) }
  }

  function dismiss() {
    clearTimeout(timer)
    notice.value = undefined
  }

  return {
    notice: notice as ReadonlySignal<Notice | undefined>,
    showBriefly,
    dismiss,
    close() {
      clearTimeout(timer)
      unsubscribe()
      stopAsking()
    },
  }
}
