import { Button } from '../button/button.tsx'
import { CheckIcon, CopyIcon } from '../icons/icons.tsx'
import { type CopyLabels, useCopy } from './copy-button.tsx'
import './copy-field.css'

/** Read-only field with a value to copy: it selects on press, and has a copy button. */
export function CopyField({
  label,
  value,
  labels,
  buttonText,
}: {
  label: string
  value: string
  labels: CopyLabels
  buttonText: string
}) {
  const { isCopied, copy } = useCopy(value, labels)
  return (
    <dl class="copy-field">
      <dt class="copy-field__label">{label}</dt>
      <dd class="copy-field__line">
        <code class="copy-field__value">{value}</code>
        <Button
          variant="soft"
          size="compact"
          icon={isCopied ? CheckIcon : CopyIcon}
          aria-label={isCopied ? labels.copied : labels.copy}
          onClick={copy}
        >
          {isCopied ? labels.copied : buttonText}
        </Button>
        <span class="visually-hidden" role="status">
          {isCopied ? labels.copied : ''}
        </span>
      </dd>
    </dl>
  )
}
