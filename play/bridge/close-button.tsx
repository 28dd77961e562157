import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon } from '@estante/design/icons/icons.tsx'
import { text } from '../text.ts'
import { isClosable, sendToHost } from './bridge.ts'

/** Asks the host to close the view; only where the host said that it can. Every screen's bar ends with it. */
export function CloseButton() {
  if (!isClosable()) return null
  return (
    <IconButton
      label={text.shell.close}
      icon={CloseIcon}
      variant="filled"
      onClick={() => sendToHost({ type: 'service:close' })}
    />
  )
}
