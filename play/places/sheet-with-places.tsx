import type { Locator } from '@estante/contract/locator.ts'
import { moveFocusByKeys } from '@estante/design/long-list/move-focus-by-keys.ts'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Sheet } from '../shell/sheet.tsx'
import { PlacesLink, PlacesList } from './places-list.tsx'
import { text } from './text.ts'

interface Props {
  open: boolean
  title: string
  onClose: () => void
  /** Of the publication. */
  id: string
  describe: Parameters<typeof PlacesList>[0]['describe']
  onGo: (locator: Locator) => void
  children: ComponentChildren
}

/** The parts of a publication, and a link to the places that the member left. */
export function SheetWithPlaces({ open, title, onClose, id, describe, onGo, children }: Props) {
  const isPlaces = useSignal(false)
  useEffect(() => {
    if (open) isPlaces.value = false
  }, [open])
  return (
    <Sheet open={open} title={isPlaces.value ? text.title : title} onClose={onClose}>
      {isPlaces.value ? (
        <PlacesList
          id={id}
          describe={describe}
          onGo={(locator) => {
            onGo(locator)
            onClose()
          }}
        />
      ) : (
        <>
          <PlacesLink onClick={() => (isPlaces.value = true)} />
          {children}
        </>
      )}
    </Sheet>
  )
}

/**
 * Returns the ref of a list: the dialog focuses its current entry, in the middle, when it opens, and keys move the focus
 * among hundreds of entries.
 */
export function useCurrentEntry() {
  const list = useRef<HTMLOListElement>(null)
  const current = () => list.current?.querySelector<HTMLElement>('[aria-current]')
  useLayoutEffect(() => {
    const here = current()
    if (here) here.autofocus = true
  }, [])
  useEffect(() => current()?.scrollIntoView({ block: 'center' }), [])
  useEffect(() => moveFocusByKeys(list.current), [])
  return list
}
