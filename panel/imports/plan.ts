import type { createImport, ImportLimits } from '@estante/contract/panel/imports.ts'
import { toOneLine } from '@estante/contract/visible-text.ts'
import type { DroppedFiles } from '@estante/design/drop-zone/dropped-files.ts'
import { computed, signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'
import { addDropped, type DroppedTitle, groupDropped, type LocalFile, nameDropped } from './group-dropped.ts'
import { beginSending } from './sending.ts'
import { text } from './text.ts'

/** A title, selected to be sent or not. */
export interface PlannedTitle extends DroppedTitle<LocalFile> {
  isIncluded: boolean
  /** Whether it has a file above the service's limit. */
  isTooLarge: boolean
}

/** Dropped files that were not sent yet, by path. */
const files = signal<ReadonlyMap<string, LocalFile>>(new Map())
/** Probably no books, but sent. */
const alsoWanted = signal<ReadonlySet<string>>(new Set())
const unreadable = signal<readonly string[]>([])
/** The service's limits. */
export const limits = signal<ImportLimits>()

/** An import that is reviewed before its upload. */
export const plan = computed(() => {
  if (files.value.size === 0 && unreadable.value.length === 0) return undefined
  const { titles, leftOut } = groupDropped([...files.value.values()])
  const planned = titles.map((title): PlannedTitle => {
    const isTooLarge = title.entries.some(({ size }) => size > (limits.value?.fileBytes ?? Number.POSITIVE_INFINITY))
    const isWanted = title.kind !== 'other' || alsoWanted.value.has(title.path)
    return { ...title, isTooLarge, isIncluded: isWanted && !isTooLarge }
  })
  const included = planned.filter(({ isIncluded }) => isIncluded)
  return {
    titles: planned,
    included,
    leftOut,
    unreadable: unreadable.value,
    bytes: included.reduce((sum, { bytes }) => sum + bytes, 0),
    files: included.reduce((sum, { entries }) => sum + entries.length, 0),
  }
})

export function addToPlan(dropped: DroppedFiles) {
  files.value = addDropped(files.value, dropped.files)
  unreadable.value = [...new Set([...unreadable.value, ...dropped.unreadable.map(toOneLine)])]
}

export function removeFromPlan({ entries }: PlannedTitle) {
  const rest = new Map(files.value)
  for (const { path } of entries) rest.delete(path)
  if (rest.size === 0) forgetPlan()
  else files.value = rest
}

export function includeAnyway({ path }: PlannedTitle) {
  alsoWanted.value = new Set([...alsoWanted.value, path])
}

export function forgetPlan() {
  files.value = new Map()
  alsoWanted.value = new Set()
  unreadable.value = []
}

/** Creates the job and starts to send its files. Returns its id. */
export async function beginImport(publish: boolean): Promise<string> {
  const { included = [] } = plan.value ?? {}
  const name = nameDropped(included, text.plan.andMoreFiles)
  const { id } = await call<typeof createImport>('POST', '/panel/v1/imports', { name })
  beginSending(
    id,
    included.flatMap(({ entries }) => entries),
    publish,
  )
  forgetPlan()
  return id
}
