import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { copyLabels } from './copy-labels.ts'
import { text } from './text.ts'

/** A labelled value with a button that copies it; `what` names it on the button. */
export function CopyableField({ label, value, what }: { label: string; value: string; what: string }) {
  return <CopyField label={label} value={value} labels={copyLabels(what)} buttonText={text.common.copy} />
}
