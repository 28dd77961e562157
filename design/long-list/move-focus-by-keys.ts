const PAGE_ROWS = 10

/** Lets keys move the focus among the buttons of a list of hundreds. As a ref, may be called again with the same list. */
export function moveFocusByKeys(list: HTMLElement | null) {
  list?.addEventListener('keydown', moveFocus)
}

function moveFocus(event: KeyboardEvent) {
  const entries = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('button:enabled')]
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
}
