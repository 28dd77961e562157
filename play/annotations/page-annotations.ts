import { jsonBody } from '@estante/client/json-body.ts'
import type { Annotation, AnnotationChange, AnnotationOutcome } from '@estante/contract/play/annotations.ts'
import { computed, signal } from '@preact/signals'
import { mintUuid } from '../activity/lease.ts'
import { beforeLeaving } from '../activity/page-heartbeats.ts'
import { onceSignedIn, remember, remembered } from '../device-memory.ts'
import { api, failureOf, onSessionOver } from '../session/api.ts'
import { later } from '../session/retry.ts'
import { type AnnotationDelivery, createAnnotationOutbox, isSame, type UnsentAnnotation } from './annotation-outbox.ts'

export const MAX_NOTE_CHARACTERS = 10_000
const UNSENT = 'unsent.annotations'

/** The content of an annotation that the member decides. */
export type AnnotationContent = Omit<AnnotationChange, 'basedOn' | 'publicationId'>

/** The server's annotations, by title. */
const byTitle = signal<Readonly<Record<string, readonly Annotation[]>>>({})
/** The latest known revision of each annotation, including deleted annotations. */
const revisions = new Map<string, number>()
/** The server's reason for refusing a change. */
export const refusal = signal<string | undefined>()
let answers = 0
/** The functions that save what is being written. */
const drafts = new Set<() => void>()

const outbox = createAnnotationOutbox({
  read: () => toUnsent(remembered(UNSENT)),
  write: (unsent) => remember(UNSENT, unsent),
  put: (id, change) => send(`/play/v1/annotations/${id}`, 'PUT', change),
  delete: (id, basedOn) => send(`/play/v1/annotations/${id}?basedOn=${basedOn}`, 'DELETE'),
  later,
  onAnswer: take,
  onRefused(reason) {
    refusal.value = reason
  },
})

onceSignedIn(() => {
  outbox.restore()
  outbox.flush()
})

addEventListener('online', outbox.flush)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) outbox.flush()
})
onSessionOver(() => {
  for (const save of drafts) save()
  outbox.end()
  byTitle.value = {}
  revisions.clear()
})

/** Calls `save` when the host closes the view, and when the session ends. Returns a function that unsubscribes. */
export function watchDraft(save: () => void): () => void {
  const stop = beforeLeaving(save)
  drafts.add(save)
  return () => {
    stop()
    drafts.delete(save)
  }
}

async function send(path: string, method: 'PUT' | 'DELETE', change?: AnnotationChange): Promise<AnnotationDelivery> {
  const response = await api.fetchInTime(path, {
    method,
    ...(change && jsonBody(change)),
  })
  if (response.ok) return (await response.json()) as AnnotationOutcome
  const failure = failureOf(response)
  if (failure) return response.status >= 500 ? 'error' : failure
  const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }
  return { refused: message }
}

function take(publicationId: string, id: string, { annotation, revision }: AnnotationOutcome) {
  answers += 1
  revisions.set(id, revision)
  put(publicationId, id, annotation)
}

/** Replaces an annotation in place, or appends it. */
function put(publicationId: string, id: string, annotation: Annotation | null) {
  const list = byTitle.peek()[publicationId] ?? []
  const isThere = list.some((one) => one.id === id)
  const next = annotation ? [annotation] : []
  const changed = isThere ? list.flatMap((one) => (one.id === id ? next : [one])) : [...list, ...next]
  byTitle.value = { ...byTitle.peek(), [publicationId]: changed }
}

/** Whether the service has all changes. */
export const isSynced = computed(() => outbox.unsent.value.length === 0)

/** Adds annotations that the notebook of all titles has read. */
export function receiveAnnotations(annotations: readonly Annotation[]) {
  for (const annotation of annotations) {
    const { publicationId, id, revision } = annotation
    if (revision < (revisions.get(id) ?? 0)) continue
    revisions.set(id, revision)
    put(publicationId, id, annotation)
  }
}

/** Returns a member's annotations in a title: the server's, with the changes that it does not have yet. */
export function annotationsOf(publicationId: string) {
  const unsent = computed(() => outbox.unsent.value.filter(({ change }) => change.publicationId === publicationId))
  const items = computed(() => {
    const changed = new Map(unsent.value.map((one) => [one.id, one]))
    const known = (byTitle.value[publicationId] ?? []).flatMap((one) => {
      const change = changed.get(one.id)
      changed.delete(one.id)
      return change ? leftBy(change) : [one]
    })
    return [...known, ...[...changed.values()].flatMap(leftBy)]
  })

  /** One deleted here and changed on another device is there, until the member decides. */
  function leftBy(change: UnsentAnnotation) {
    return change.isDeleted ? (change.conflict?.annotation ?? []) : toAnnotation(change)
  }

  function toAnnotation({ id, change: { basedOn, ...content }, madeAt }: UnsentAnnotation): Annotation {
    const before = byTitle.value[publicationId]?.find((one) => one.id === id)
    const createdAt = before?.createdAt ?? madeAt
    return { ...content, id, isLost: before?.isLost ?? false, createdAt, revision: basedOn }
  }

  /** Loads the list. Returns false without an answer; the known one stays. */
  async function load(): Promise<boolean> {
    outbox.flush()
    const before = answers
    const list = await readList(publicationId).catch(() => undefined)
    if (!list) return false
    // An answer received during the request may be newer than the list.
    if (answers !== before) return load()
    for (const { id, revision } of list) revisions.set(id, revision)
    byTitle.value = { ...byTitle.peek(), [publicationId]: list }
    return true
  }

  /**
   * Queues a change of an annotation as the member opened it. What another device wrote since is not known to them: the
   * change stays based on the opened version, and the member is asked.
   */
  function add(opened: Annotation, content: Partial<AnnotationContent>, isDeleted = false) {
    const { id, revision } = opened
    const now = items.peek().find((one) => one.id === id) ?? opened
    const isSeen = now.revision === revision || isSame(opened, now)
    const { basedOn, ...whole } = isSeen
      ? { ...contentOf(now), basedOn: revisions.get(id) ?? revision }
      : { ...contentOf(opened), basedOn: revision }
    outbox.add(id, { ...whole, ...content, publicationId, basedOn }, isDeleted)
  }

  return {
    items,
    /** Annotations that another device changed meanwhile. */
    conflicts: computed(() => unsent.value.filter(({ conflict }) => conflict)),
    /** Whether an annotation is only on this device, though the service was reached. */
    isRefused: outbox.isRefused,
    resolve: outbox.resolve,
    load,
    /** Creates one; returns its id. */
    make(content: AnnotationContent) {
      const id = mintUuid()
      outbox.add(id, { ...content, publicationId, basedOn: 0 }, false)
      return id
    },
    /** Changes one, as the member opened it. Returns it as it is then. */
    change(opened: Annotation, content: Partial<AnnotationContent>): Annotation {
      add(opened, content)
      return { ...opened, ...content }
    },
    remove: (opened: Annotation) => add(opened, {}, true),
    /** Restores a deleted one. */
    restore: (deleted: Annotation) => add(deleted, {}),
  }
}

async function readList(publicationId: string): Promise<Annotation[] | undefined> {
  const response = await api.fetchInTime(`/play/v1/publications/${publicationId}/annotations`)
  return response.ok ? ((await response.json()) as { items: Annotation[] }).items : undefined
}

function contentOf(annotation: Annotation): AnnotationContent {
  const { motivation, color, note, locator, start, end, publicationRevision } = annotation
  return { motivation, color, note, locator, start, end, publicationRevision }
}

/** Parses the device's stored annotations, which are never trusted. */
function toUnsent(value: unknown): UnsentAnnotation[] {
  if (!Array.isArray(value)) return []
  return value.filter((one: Partial<UnsentAnnotation> | null) => {
    const { id, change, isDeleted, madeAt, tried = [] } = one ?? {}
    return (
      typeof id === 'string' &&
      typeof isDeleted === 'boolean' &&
      typeof madeAt === 'string' &&
      Array.isArray(tried) &&
      typeof change?.publicationId === 'string' &&
      typeof change.locator?.href === 'string' &&
      Number.isSafeInteger(change.start) &&
      Number.isSafeInteger(change.basedOn)
    )
  })
}
