import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { questionOf } from '../../annotations/conflict-question.ts'
import { type annotationsOf, refusal } from '../../annotations/page-annotations.ts'
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
  const brief = signal<Notice | undefined>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Asked until it is answered. */
  const question = computed((): Notice | undefined => {
    const [first] = conflicts.value
    if (!first) return undefined
    const choice = questionOf(first)
    return {
      text: choice.text,
      actions: [
        { label: choice.mine, run: () => resolve(first.id, 'mine') },
        { label: choice.theirs, run: () => resolve(first.id, 'theirs') },
      ],
    }
  })
  const notices = computed(() => [question.value, brief.value].filter((notice) => notice !== undefined))

  const unsubscribe = effect(() => {
    const reason = refusal.value
    if (reason === undefined) return
    untracked(() => showBriefly(reason || text.refused))
    // The service may refuse the next change for the same reason.
    refusal.value = undefined
  })

  /** Shows a notice for a while. */
  function showBriefly(message: string, ...actions: Action[]) {
    clearTimeout(timer)
    const closing = ({ label, run }: Action) => ({
      label,
      run() {
        dismiss()
        run()
      },
    })
    brief.value = { text: message, actions: actions.map(closing) }
    timer = setTimeout(dismiss, NOTICE_MS)
  }

  function dismiss() {
    clearTimeout(timer)
    brief.value = undefined
  }

  return {
    notices: notices as ReadonlySignal<readonly Notice[]>,
    showBriefly,
    dismiss,
    close() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
