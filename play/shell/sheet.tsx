import { Sheet as SheetOfDesign } from '@estante/design/sheet/sheet.tsx'
import type { ComponentProps } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { putOver } from '../router.ts'

/** A sheet that Back closes before it leaves the screen. */
export function Sheet(props: ComponentProps<typeof SheetOfDesign>) {
  const onClose = useRef(props.onClose)
  onClose.current = props.onClose
  useLayoutEffect(() => (props.open ? putOver(() => onClose.current()) : undefined), [props.open])
  return <SheetOfDesign {...props} />
}
