import { Button } from '../button/button.tsx'
import { CheckIcon, CopyIcon } from '../icons/icons.tsx'
import { type CopyWords, useCopy } from './copy-button.tsx'
import './copy-field.css'

/** Something to take away: its name, the value whole and selected at a press, and a button that copies it. */
export function CopyField({
  label,
  value,
  words,
  buttonText,
}: {
  label: string
  value: string
  words: CopyWords
  buttonText: string
}) {
  const { isCopied, copy } = useCopy(value, words)
  return (
    <dl class="copy-field">
      <dt class="copy-field__label">{label}</dt>
      <dd class="copy-field__line">
        <code class="copy-field__value">{value}</code>
        <Button
          variant="soft"
          size="compact"
          icon={isCopied ? CheckIcon : CopyIcon}
          aria-label={isCopied ? words.copied : words.copy}
          onClick={copy}
        >
          {isCopied ? words.copied : buttonText}
        </Button>
        <span class="visually-hidden" role="status">
          {isCopied ? words.copied : ''}
        </span>
      </dd>
    </dl>
  )
}
