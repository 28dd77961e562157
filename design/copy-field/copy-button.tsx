import { useEffect, useState } from 'preact/hooks'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CheckIcon, CopyIcon } from '../icons/icons.tsx'
import { showToast } from '../toast/toast-queue.ts'
import { copyText } from './copy.ts'

const SAID_FOR_MS = 2_000

export interface CopyLabels {
  /** Name of the action: “Copiar o client_id”. */
  copy: string
  copied: string
  failed: string
}

/** Button that copies a value and confirms it, visually and to screen readers. */
export function CopyButton({ value, labels }: { value: string; labels: CopyLabels }) {
  const { isCopied, copy } = useCopy(value, labels)
  return (
    <span class="copy-button">
      <IconButton label={labels.copy} icon={isCopied ? CheckIcon : CopyIcon} onClick={copy} />
      <span class="visually-hidden" role="status">
        {isCopied ? labels.copied : ''}
      </span>
    </span>
  )
}

export function useCopy(value: string, labels: CopyLabels) {
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (!copiedAt) return
    const timer = setTimeout(() => setCopiedAt(0), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = async () => {
    if (await copyText(value)) setCopiedAt(Date.now())
    else showToast(labels.failed)
  }
  return { isCopied: copiedAt > 0, copy }
}
