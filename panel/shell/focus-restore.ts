import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * Moves the focus to the nearest surviving section when the focused element is removed, such as a button that did its
 * work: keyboard users stay where they were, and a screen reader says where that is.
 */
export function useFocusRestore(main: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const screen = main.current
    if (!screen) return
    let focused: Element | undefined
    let around: readonly HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined
      around = partsAround(focused, screen)
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      const part = around.find(({ isConnected }) => isConnected)
      focused = undefined
      part?.setAttribute('tabindex', '-1')
      part?.focus({ preventScroll: true })
    })
    screen.addEventListener('focusin', remember)
    observer.observe(screen, { childList: true, subtree: true })
    return () => {
      screen.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}

/** Lists the parts of the screen around an element, innermost first. */
function partsAround(element: Element | undefined, screen: HTMLElement): readonly HTMLElement[] {
  const parts: HTMLElement[] = []
  for (let part = element?.parentElement; part && part !== screen; part = part.parentElement) {
    if (part.localName === 'section') parts.push(part)
  }
  return [...parts, screen]
}
