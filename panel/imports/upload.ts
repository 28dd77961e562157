import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { DroppedEntry } from './group-dropped.ts'

/** The failure of a file, and how the upload goes on. */
export type Verdict =
  /** This file will always be refused; others may be accepted. */
  | { act: 'refuse'; reason: string }
  /** All files will fail until an operator intervenes. */
  | { act: 'hold'; reason: string }
  /** A retry may succeed. */
  | { act: 'again' }

export interface UploadOptions<File extends DroppedEntry> {
  files: readonly File[]
  /** Uploads a file; `onSent` receives the bytes sent so far. */
  send: (file: File, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<void>
  judge: (reason: unknown, file: File) => Verdict | Promise<Verdict>
  isOnline: ReadonlySignal<boolean>
  /** Waits before a retry; resolves early when `signal` aborts. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** `waiting`: offline or unreachable, resumes by itself. `held`: an operator has to intervene. */
type UploadState = 'sending' | 'waiting' | 'held' | 'sent' | 'stopped'

/** Uploads files, a few at a time. */
export interface Upload {
  state: ReadonlySignal<UploadState>
  files: number
  bytes: number
  sentFiles: ReadonlySignal<number>
  sentBytes: ReadonlySignal<number>
  /** Files in progress. */
  current: ReadonlySignal<readonly { path: string; size: number; sent: number }[]>
  refused: ReadonlySignal<readonly { path: string; reason: string }[]>
  /** Why it is held. */
  problem: ReadonlySignal<string | undefined>
  /** Resumes a held upload. */
  resume(): void
  stop(): void
  /** Resolves when everything is sent; never after it was stopped. */
  sent: Promise<void>
}

const SIDE_BY_SIDE = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export function startUpload<File extends DroppedEntry>({
  files,
  send,
  judge,
  isOnline,
  pause,
}: UploadOptions<File>): Upload {
  const stopped = new AbortController()
  const doneFiles = signal(0)
  const doneBytes = signal(0)
  const underWay = signal<readonly { path: string; size: number; sent: number }[]>([])
  const refused = signal<readonly { path: string; reason: string }[]>([])
  const problem = signal<string>()
  const pausing = signal(0)
  const ended = signal<'sent' | 'stopped'>()
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  let next = 0

  const state = computed<UploadState>(() => {
    if (ended.value) return ended.value
    if (problem.value !== undefined) return 'held'
    return !isOnline.value || pausing.value > 0 ? 'waiting' : 'sending'
  })

  const sent = new Promise<void>((resolve) => {
    void Promise.all(Array.from({ length: SIDE_BY_SIDE }, work)).then(() => {
      if (stopped.signal.aborted) return
      ended.value = 'sent'
      resolve()
    })
  })

  async function work() {
    for (let file = files[next++]; file && !stopped.signal.aborted; file = files[next++]) await sendWhole(file)
  }

  async function sendWhole(file: File) {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await untilFree()
      if (stopped.signal.aborted) return
      try {
        await send(file, (part) => follow(file, part), stopped.signal)
        doneFiles.value += 1
        doneBytes.value += file.size
        unfollow(file)
        return
      } catch (reason) {
        unfollow(file)
        if (stopped.signal.aborted) return
        const verdict = await judge(reason, file)
        if (verdict.act === 'refuse') {
          refused.value = [...refused.value, { path: file.path, reason: verdict.reason }]
          doneBytes.value += file.size
          return
        }
        if (verdict.act === 'hold') problem.value = verdict.reason
        else if (isOnline.value) await rest(pauseMs)
      }
    }
  }

  async function rest(milliseconds: number) {
    pausing.value += 1
    await pause(milliseconds, stopped.signal)
    pausing.value -= 1
  }

  /** While offline or held, no file is started. */
  function untilFree(): Promise<void> {
    return new Promise((resolve) => {
      const end = effect(() => {
        const isFree = isOnline.value && problem.value === undefined
        if (isFree || ended.value) queueMicrotask(() => end())
        if (isFree || ended.value) resolve()
      })
    })
  }

  function follow(file: File, part: number) {
    if (stopped.signal.aborted) return
    const now = { path: file.path, size: file.size, sent: Math.min(part, file.size) }
    const isKnown = underWay.value.some(({ path }) => path === file.path)
    underWay.value = isKnown
      ? underWay.value.map((one) => (one.path === file.path ? now : one))
      : [...underWay.value, now]
  }

  function unfollow(file: File) {
    underWay.value = underWay.value.filter(({ path }) => path !== file.path)
  }

  return {
    state,
    files: files.length,
    bytes,
    sentFiles: doneFiles,
    sentBytes: computed(() => underWay.value.reduce((sum, { sent }) => sum + sent, doneBytes.value)),
    current: underWay,
    refused,
    problem,
    resume() {
      problem.value = undefined
    },
    stop() {
      if (ended.value) return
      ended.value = 'stopped'
      stopped.abort()
    },
    sent,
  }
}

/** Progress from 0 to 1, which counts empty files too. */
export function partSent({ bytes, files, sentBytes, sentFiles }: Upload): number {
  return bytes > 0 ? sentBytes.value / bytes : sentFiles.value / Math.max(1, files)
}
