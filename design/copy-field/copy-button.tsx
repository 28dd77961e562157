import { useEffect, useState } from 'preact/hooks'
import { Button } from '../button/button.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CheckIcon, CopyIcon } from '../icons/icons.tsx'
import { showToast } from '../toast/toast-queue.ts'
import { copyText } from './copy.ts'

const CONFIRMATION_MS = 2_000

export interface CopyLabels {
  /** Name of the action: “Copiar o client_id”. */
  copy: string
  copied: string
  failed: string
}

/** Button that copies a value and confirms it, visually and to screen readers. Without `children`, only an icon. */
export function CopyButton({ value, labels, children }: { value: string; labels: CopyLabels; children?: string }) {
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (!copiedAt) return
    const timer = setTimeout(() => setCopiedAt(0), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = async () => {
    if (await copyText(value)) setCopiedAt(Date.now())
    else showToast(labels.failed)
  }
  const icon = copiedAt ? CheckIcon : CopyIcon
  return (
    <>
      {children ? (
        <Button
          variant="soft"
          size="compact"
          icon={icon}
          aria-label={copiedAt ? labels.copied : labels.copy}
          onClick={copy}
        >
          {copiedAt ? labels.copied : children}
        </Button>
      ) : (
        <IconButton label={labels.copy} icon={icon} onClick={copy} />
      )}
      <span class="visually-hidden" role="status">
        {copiedAt ? labels.copied : ''}
      </span>
    </>
  )
}
