import { CopyButton, type CopyLabels } from './copy-button.tsx'
import './copy-field.css'

interface CopyFieldProps {
  label: string
  value: string
  labels: CopyLabels
  buttonText: string
}

/** Read-only field with a value to copy: it selects on press, and has a copy button. */
export function CopyField({ label, value, labels, buttonText }: CopyFieldProps) {
  return (
    <dl class="copy-field">
      <dt class="copy-field__label label">{label}</dt>
      <dd class="copy-field__line line">
        <code class="copy-field__value">{value}</code>
        <CopyButton value={value} labels={labels}>
          {buttonText}
        </CopyButton>
      </dd>
    </dl>
  )
}
