import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { copyLabels } from './copy-labels.ts'
import { text } from './text.ts'

/** A labelled value with a button that copies it; `valueName` names it on the button. */
export function CopyableField({ label, value, valueName }: { label: string; value: string; valueName: string }) {
  return <CopyField label={label} value={value} labels={copyLabels(valueName)} buttonText={text.common.copy} />
}
