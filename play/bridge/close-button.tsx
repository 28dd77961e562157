import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon } from '@estante/design/icons/icons.tsx'
import { text } from '../text.ts'
import { isClosable, sendToHost } from './bridge.ts'

/**
 * Asks the host to close the view; shown only where the host can. The last item of every screen's bar, `plain` in a bar
 * of buttons, so that it is no heavier than they are.
 */
export function CloseButton({ variant = 'filled' }: { variant?: 'filled' | 'plain' }) {
  if (!isClosable()) return null
  return (
    <IconButton
      label={text.shell.close}
      icon={CloseIcon}
      variant={variant}
      onClick={() => sendToHost({ type: 'service:close' })}
    />
  )
}
