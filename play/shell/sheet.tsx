import { Sheet as SheetOfDesign } from '@estante/design/sheet/sheet.tsx'
import type { ComponentProps } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { putOver } from '../router.ts'
import { text } from '../text.ts'
import { recoverFocus } from './arrival.ts'

/** A sheet that Back closes before it leaves the screen. */
export function Sheet(props: Omit<ComponentProps<typeof SheetOfDesign>, 'closeLabel'>) {
  const onClose = useRef(props.onClose)
  onClose.current = props.onClose
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    // The browser returns the focus to the button that opened it, which may be gone: a notice passes.
    if (wasOpen.current) recoverFocus()
    wasOpen.current = props.open
    return props.open ? putOver(() => onClose.current()) : undefined
  }, [props.open])
  // Another title is other content: the pressed button is gone.
  useLayoutEffect(() => {
    if (props.open) recoverFocus()
  }, [props.title])
  return <SheetOfDesign {...props} closeLabel={text.shell.close} />
}
