import type { Annotation, AnnotationChange, AnnotationOutcome } from '@estante/contract/play/annotations.ts'
import { type ReadonlySignal, signal } from '@preact/signals'
import { createRetry } from '../session/retry.ts'

/** A change that the server does not have yet. */
export interface UnsentAnnotation {
  id: string
  /** The member's version; also stored for a deleted annotation, to restore it. */
  change: AnnotationChange
  isDeleted: boolean
  madeAt: string
  /** Versions that were sent without an answer: the service may have any of them. */
  tried?: AnnotationChange[]
  /** Whether its deletion was sent without an answer: the service may have deleted it. */
  isDeletionTried?: boolean
  /** The version of another device, until the member decides which one stays. */
  conflict?: { annotation: Annotation | null; revision: number }
}

/** More than a lost connection leaves without an answer. */
const MAX_TRIED = 8
/** An annotation that the service answered with an error this often is retried only after all others. */
const MAX_ERRORS = 3

/**
 * `refused`: the server will never accept the change; `ended`: it will accept none any more; `failed`: retry later;
 * `error`: retry later, but other annotations may succeed now.
 */
export type AnnotationDelivery = AnnotationOutcome | { refused: string } | 'ended' | 'failed' | 'error'

interface AnnotationOutboxDependencies {
  /** The queues that this and other pages of the member stored on the device. */
  read(): UnsentAnnotation[]
  write(unsent: readonly UnsentAnnotation[]): void
  put(id: string, change: AnnotationChange): Promise<AnnotationDelivery>
  delete(id: string, basedOn: number): Promise<AnnotationDelivery>
  later(run: () => void, delayMs: number): () => void
  onAnswer(publicationId: string, id: string, outcome: AnnotationOutcome): void
  onRefused(reason: string): void
}

/**
 * Queues changes of annotations until the server has them, across pages and lost connections, and sends one at a time.
 */
export function createAnnotationOutbox(dependencies: AnnotationOutboxDependencies) {
  const unsent = signal<readonly UnsentAnnotation[]>([])
  let isSending = false
  let isOver = false
  /** Notes that the service refused, until the member changes them; the next page tries again. */
  const refused = signal<ReadonlySet<string>>(new Set())
  /** The number of errors since the last answer, by annotation. */
  const errors = signal<ReadonlyMap<string, number>>(new Map())
  /** Whether the pending retry is of an annotation that was set aside, for which no other waits. */
  let isRetryOfSetAside = false
  const retry = createRetry(dependencies.later, () => void sendNext())

  function find(id: string) {
    return unsent.peek().find((one) => one.id === id)
  }

  function store(id: string, next: UnsentAnnotation | undefined) {
    const replaceIn = (list: readonly UnsentAnnotation[]) => [
      ...list.filter((one) => one.id !== id),
      ...(next ? [next] : []),
    ]
    unsent.value = replaceIn(unsent.peek())
    // Other pages of the member store theirs there, too.
    dependencies.write(replaceIn(dependencies.read()))
  }

  /** Takes what earlier pages stored; `flush` sends it. */
  function restore() {
    unsent.value = dependencies.read()
  }

  function add(id: string, change: AnnotationChange, isDeleted: boolean) {
    const waiting = find(id)
    setRefused(id, false)
    if (isDeleted && waiting && waiting.change.basedOn === 0 && !waiting.tried) return store(id, undefined)
    // The member who deleted one sees the other device's version, and changes that.
    const isOfTheirs = waiting?.isDeleted === true && waiting.conflict !== undefined
    const basedOn = waiting && !isOfTheirs ? waiting.change.basedOn : change.basedOn
    store(id, {
      id,
      change: { ...change, basedOn },
      isDeleted,
      madeAt: waiting?.madeAt ?? new Date().toISOString(),
      ...(waiting?.tried && { tried: waiting.tried }),
      ...(waiting?.isDeletionTried && { isDeletionTried: true }),
    })
    if (!retry.isPending() || isRetryOfSetAside) void sendNext()
  }

  function findNext() {
    const waiting = unsent.peek().filter((one) => !one.conflict && !refused.peek().has(one.id))
    return waiting.find(({ id }) => !isSetAside(id)) ?? waiting[0]
  }

  function isSetAside(id: string) {
    return (errors.peek().get(id) ?? 0) >= MAX_ERRORS
  }

  async function sendNext(): Promise<void> {
    const next = findNext()
    if (!next || isSending || isOver) return
    isSending = true
    // An annotation that may exist on the server is created before it is deleted: deleting needs its revision.
    const isDelete = next.isDeleted && next.change.basedOn > 0
    const before = next.tried ?? []
    const others = before.filter((one) => !isSame(one, next.change))
    const sent = isDelete
      ? { ...next, isDeletionTried: true }
      : { ...next, tried: [...others, next.change].slice(-MAX_TRIED) }
    store(next.id, sent)
    const delivery = await (isDelete
      ? dependencies.delete(next.id, next.change.basedOn)
      : dependencies.put(next.id, next.change)
    ).catch(() => 'failed' as const)
    isSending = false
    if (delivery === 'ended' || isOver) return end()
    if (delivery === 'error') setErrors(next.id, (errors.peek().get(next.id) ?? 0) + 1)
    if (delivery === 'failed' || delivery === 'error') {
      isRetryOfSetAside = isSetAside(next.id)
      retry.schedule()
      // The others do not wait for it.
      const following = isRetryOfSetAside ? findNext() : undefined
      return following && !isSetAside(following.id) ? sendNext() : undefined
    }
    setErrors(next.id, 0)
    retry.reset()
    if ('refused' in delivery) {
      refuse(sent, before)
      dependencies.onRefused(delivery.refused)
    } else settle(sent, isDelete, before, delivery)
    return sendNext()
  }

  /** A note stays on the device: it may be accepted once there is room, or by another network. */
  function refuse({ id, change }: UnsentAnnotation, before: AnnotationChange[]) {
    const now = find(id)
    // A change that was made meanwhile is sent next, unless it deletes what was never created.
    const isNowhere = now?.isDeleted && now.change.basedOn === 0 && before.length === 0
    if (!now || (now.change !== change && !isNowhere)) return
    if (now.isDeleted || change.note === null) return store(id, undefined)
    setRefused(id, true)
    const { tried: _, ...rest } = now
    store(id, { ...rest, ...(before.length > 0 && { tried: before }) })
  }

  function setErrors(id: string, count: number) {
    errors.value = new Map(errors.peek()).set(id, count)
  }

  function setRefused(id: string, isRefused: boolean) {
    const others = [...refused.peek()].filter((one) => one !== id)
    refused.value = new Set(isRefused ? [...others, id] : others)
  }

  function settle(sent: UnsentAnnotation, isDelete: boolean, before: AnnotationChange[], outcome: AnnotationOutcome) {
    const { id, change } = sent
    const { isAccepted, annotation, revision } = outcome
    dependencies.onAnswer(change.publicationId, id, outcome)
    const now = find(id)
    if (!now) return
    const { tried: _, isDeletionTried, ...rest } = now
    const rebased = { ...rest, change: { ...now.change, basedOn: revision } }
    const isOurs = annotation ? [change, ...before].some((one) => isSame(one, annotation)) : isDelete || now.isDeleted
    // A written note outweighs another device's deletion, and so does undoing one's own: the annotation comes back.
    const comesBack = annotation === null && !now.isDeleted && (now.change.note !== null || isDeletionTried)
    if (!isAccepted && !isOurs && !comesBack) return store(id, { ...rest, conflict: { annotation, revision } })
    const isDone = now.isDeleted ? annotation === null : annotation !== null && isSame(now.change, annotation)
    store(id, isDone ? undefined : rebased)
  }

  function resolve(id: string, version: 'mine' | 'theirs') {
    const waiting = find(id)
    if (!waiting?.conflict) return
    const { conflict, ...rest } = waiting
    if (version === 'theirs') return store(id, undefined)
    store(id, { ...rest, change: { ...rest.change, basedOn: conflict.revision } })
    retry.retryNow()
  }

  /** Sends no more: the session is over. What is unsent stays on the device for the member's next one. */
  function end() {
    isOver = true
    unsent.value = []
    retry.cancel()
  }

  return {
    unsent: unsent as ReadonlySignal<readonly UnsentAnnotation[]>,
    /** Whether the service refuses an annotation, or answers it with errors only. */
    isRefused(id: string) {
      void errors.value
      return refused.value.has(id) || isSetAside(id)
    },
    restore,
    add,
    flush: retry.retryNow,
    resolve,
    end,
  }
}

const COMPARED_FIELDS = ['motivation', 'color', 'note', 'start', 'end'] as const
type Version = Pick<AnnotationChange, (typeof COMPARED_FIELDS)[number]>

/** Whether two versions of an annotation are equal in everything that a member decides. */
export function isSame(one: Version, other: Version) {
  return COMPARED_FIELDS.every((key) => one[key] === other[key])
}
