import type { Progress } from '@estante/contract/play/places.ts'
import { signal } from '@preact/signals'

/** The titles that the member has called finished or not since they were loaded, by the progress that was loaded. */
const changes = signal<ReadonlyMap<Progress | null, boolean>>(new Map())

export function isFinished({ progress }: { progress: Progress | null }) {
  return changes.value.get(progress) ?? Boolean(progress?.finishedAt)
}

/** Shows titles with this progress as finished or not. */
export function showFinished(begun: readonly Progress[], isFinished: boolean) {
  changes.value = new Map([...changes.value, ...begun.map((progress) => [progress, isFinished] as const)])
}
