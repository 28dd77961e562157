import { nextTask } from '@estante/design/next-task.ts'
import { type ReadonlySignal, signal } from '@preact/signals'
import { type LoadedPublication, type OpeningProblem, openingProblemOf, openPublication } from '../open-publication.ts'
import { publicationPath } from '../publication/publication.ts'
import { navigate } from '../router.ts'
import { ChapterError } from './layout/chapter-document.ts'

interface BookLoadingHost {
  /** The book has a fresh address. */
  onRenewed(opened: LoadedPublication): void
  /** A chapter failed to load, and the problem is shown. */
  onProblem(): void
  /** Loads the book again, when no chapter of it failed. */
  reopen(): Promise<void>
}

/** Loads a book, renews the address of its files before it expires, and retries failed loads. */
export function createBookLoading(id: string, host: BookLoadingHost) {
  const problem = signal<OpeningProblem | undefined>()
  const isRepeating = signal(false)
  let base = ''
  let renewal: ReturnType<typeof setTimeout> | undefined
  let hasRenewed = false
  let tryAgain: (() => Promise<void>) | undefined
  let isClosed = false

  /** Loads the book, to be shown by `show`. */
  async function open(isFirst: boolean, show: (opened: LoadedPublication) => Promise<void>) {
    try {
      const opened = await openPublication(id)
      // The launch has brought it: the screen was rendered in this task.
      if (isFirst) await nextTask()
      if (isClosed) return
      if (opened.publication.type !== 'ebook') return navigate(publicationPath(opened.publication), { replace: true })
      take(opened)
      await show(opened)
    } catch (cause) {
      if (!isClosed) problem.value = openingProblemOf(cause)
    }
  }

  /** Takes a new address, and renews it before it expires. */
  function take({ publication: { media }, base: fresh }: LoadedPublication) {
    base = fresh
    clearTimeout(renewal)
    renewal = setTimeout(() => void renew().catch(() => {}), Math.min(media.expiresInSeconds * 800, 2 ** 31 - 1))
  }

  async function renew() {
    const opened = await openPublication(id)
    if (isClosed) return
    take(opened)
    host.onRenewed(opened)
  }

  /** A chapter was not loaded. Renews a refused address once, without showing the failure. */
  async function failChapter(cause: unknown, again: () => Promise<void>) {
    tryAgain = again
    if (!(cause instanceof ChapterError) || cause.kind !== 'refused' || hasRenewed) return show(cause)
    hasRenewed = true
    await renewAndRepeat(again)
  }

  /** Repeats a failed load from a fresh address, unless the member goes elsewhere before it is there. */
  async function renewAndRepeat(again: () => Promise<void>) {
    isRepeating.value = true
    try {
      await renew()
    } catch (cause) {
      if (tryAgain === again) show(cause)
      return
    }
    if (tryAgain !== again) return
    const repeated = again()
    isRepeating.value = false
    await repeated
  }

  function show(cause: unknown) {
    host.onProblem()
    isRepeating.value = false
    problem.value = openingProblemOf(cause)
  }

  function retry() {
    if (isClosed) return
    const again = tryAgain
    hasRenewed = false
    problem.value = undefined
    if (!again) void host.reopen()
    else void renewAndRepeat(again)
  }

  return {
    problem: problem as ReadonlySignal<OpeningProblem | undefined>,
    /** Whether a fresh address is requested, to repeat a failed load. */
    isRepeating: isRepeating as ReadonlySignal<boolean>,
    open,
    renew,
    failChapter,
    /** Resolves an `href` of the manifest to the current address. */
    address: (href: string) => new URL(href, base).href,
    /** A page is displayed: a refused address may be renewed again. */
    succeeded() {
      hasRenewed = false
      tryAgain = undefined
      isRepeating.value = false
      problem.value = undefined
    },
    /** Retries the failed load, or opens the book. */
    retry,
    onOnline() {
      if (problem.value === 'offline' || problem.value === 'failed') retry()
    },
    close() {
      isClosed = true
      tryAgain = undefined
      clearTimeout(renewal)
    },
  }
}
