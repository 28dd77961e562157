import { Button } from '@estante/design/button/button.tsx'
import { copyText } from '@estante/design/copy-text.ts'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CheckIcon, CopyIcon } from '@estante/design/icons/icons.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../text.ts'

const CONFIRMATION_MS = 2_000

interface CopyButtonProps {
  value: string
  /** With its article: “o client_id”. */
  valueName: string
  children?: string
}

/** Copies a value and confirms it, visually and to screen readers. Without `children`, only an icon. */
export function CopyButton({ value, valueName, children }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (!copiedAt) return
    const timer = setTimeout(() => setCopiedAt(0), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = async () => {
    if (await copyText(value)) setCopiedAt(Date.now())
    else showToast(text.common.copyFailed)
  }
  const label = text.common.copyThis(valueName)
  const icon = copiedAt ? CheckIcon : CopyIcon
  return (
    <>
      {children ? (
        <Button
          variant="soft"
          size="compact"
          icon={icon}
          aria-label={copiedAt ? text.common.copied : label}
          onClick={copy}
        >
          {copiedAt ? text.common.copied : children}
        </Button>
      ) : (
        <IconButton label={label} icon={icon} onClick={copy} />
      )}
      <span class="visually-hidden" role="status">
        {copiedAt ? text.common.copied : ''}
      </span>
    </>
  )
}
