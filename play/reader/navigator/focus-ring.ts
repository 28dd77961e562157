/**
 * Puts a ring around the pages in `container` when Tab leads to a chapter and to no element of it, until a key or a
 * pointer acts on the page. Engines match a frame by `:focus-visible` either never or after any key. `onTab` runs
 * before Tab moves the focus. Returns a function that watches a chapter.
 */
export function createFocusRing(container: HTMLElement, closed: AbortSignal, onTab: (event: KeyboardEvent) => void) {
  let isTabbing = false

  function listen(target: EventTarget | null, types: string[], listener: (event: Event) => void) {
    for (const type of types) target?.addEventListener(type, listener, { capture: true, signal: closed })
  }

  function show(isVisible: boolean) {
    container.toggleAttribute('data-focused', isVisible)
  }

  listen(container.ownerDocument, ['keydown', 'pointerdown'], (event) => {
    isTabbing = isTab(event)
    if (isTab(event)) onTab(event)
  })

  return function watch({ defaultView }: Document) {
    listen(defaultView, ['focus', 'blur', 'keydown', 'pointerdown'], (event) => {
      show(event.type === 'focus' && event.target === defaultView && isTabbing)
      isTabbing = false
      if (isTab(event)) onTab(event)
    })
  }
}

function isTab(event: Event): event is KeyboardEvent {
  return 'key' in event && event.key === 'Tab'
}
