import type { CopyLabels } from '@estante/design/copy-field/copy-button.tsx'
import { text } from './text.ts'

/** Labels of the button that copies `what`. */
export function copyLabels(what: string): CopyLabels {
  return { copy: text.common.copyThis(what), copied: text.common.copied, failed: text.common.copyFailed }
}
