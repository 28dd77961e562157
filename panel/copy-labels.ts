import type { CopyLabels } from '@estante/design/copy-field/copy-button.tsx'
import { text } from './text.ts'

/** What a button that copies `what` says. */
export function copyLabels(what: string): CopyLabels {
  return { copy: text.common.copyThis(what), copied: text.common.copied, failed: text.common.copyFailed }
}
