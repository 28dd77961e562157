import type { ImportJob } from '@estante/contract/panel/imports.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { sendings } from './sending.ts'
import { text } from './text.ts'

const tones = {
  sending: 'notice',
  receiving: 'danger',
  waiting: 'neutral',
  importing: 'notice',
  finished: 'good',
} as const

/** Returns the state of a job; `sending` while this page uploads its files. */
export function stageOf({ id, state }: ImportJob) {
  return sendings.value.has(id) ? 'sending' : state
}

export function StageBadge({ job }: { job: ImportJob }) {
  const stage = stageOf(job)
  return <Badge tone={tones[stage]}>{text.states[stage]}</Badge>
}
