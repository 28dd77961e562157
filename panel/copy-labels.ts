import type { CopyLabels } from '@estante/design/copy-field/copy-button.tsx'
import { text } from './text.ts'

/** Returns the labels of the button that copies the value of that name, with its article. */
export function copyLabels(valueName: string): CopyLabels {
  return { copy: text.common.copyThis(valueName), copied: text.common.copied, failed: text.common.copyFailed }
}
