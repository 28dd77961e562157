import { text } from '../text.ts'
import { CopyButton } from './copy-button.tsx'
import './copy-field.css'

/** A labelled value with a button that copies it; `valueName` names it on the button. */
export function CopyField({ label, value, valueName }: { label: string; value: string; valueName: string }) {
  return (
    <dl class="copy-field">
      <dt class="copy-field__label label">{label}</dt>
      <dd class="copy-field__line line">
        <code class="copy-field__value grows">{value}</code>
        <CopyButton value={value} valueName={valueName}>
          {text.common.copy}
        </CopyButton>
      </dd>
    </dl>
  )
}
