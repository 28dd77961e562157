const PAGE_ROWS = 10

/** Follows the last entry after End. */
let additions: MutationObserver | undefined

/** Lets keys move the focus among the buttons of a list of hundreds. As a ref, may be called again with the same list. */
export function moveFocusByKeys(list: HTMLElement | null) {
  list?.addEventListener('keydown', moveFocus)
}

function moveFocus(event: KeyboardEvent) {
  const list = event.currentTarget as Element
  const entries = entriesOf(list)
  const last = entries.length - 1
  const from = entries.indexOf(event.target as HTMLElement)
  const targets: Record<string, number> = {
    ArrowUp: from - 1,
    ArrowDown: from + 1,
    PageUp: from - PAGE_ROWS,
    PageDown: from + PAGE_ROWS,
    Home: 0,
    End: last,
  }
  const to = targets[event.key]
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  entries[Math.min(last, Math.max(0, to))]?.focus()
  if (event.key === 'End') stayAtEnd(list)
}

/** Keeps the focus on the last entry while the list is still being rendered. */
function stayAtEnd(list: Element) {
  let last = document.activeElement
  additions?.disconnect()
  additions = new MutationObserver((_, observer) => {
    if (document.activeElement !== last) return observer.disconnect()
    last = entriesOf(list).at(-1)!
    ;(last as HTMLElement).focus()
  })
  additions.observe(list, { childList: true, subtree: true })
}

function entriesOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('button:enabled')]
}
