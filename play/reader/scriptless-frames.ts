let answer: boolean | undefined

/**
 * Whether the browser delivers events of a frame without scripts, such as `begun`, to the page. WebKit does not
 * (https://bugs.webkit.org/show_bug.cgi?id=218086): taps in such a frame would be lost.
 */
export function supportsScriptlessFrameEvents(begun?: HTMLIFrameElement): boolean {
  answer ??= begun ? deliversEvents(begun) : deliversEventsToNewFrame()
  return answer
}

/**
 * The `sandbox` attribute of a chapter's frame. Where scriptless frames deliver no events it allows scripts, which the
 * chapter's own content security policy blocks.
 */
export function sandbox(): string {
  return supportsScriptlessFrameEvents() ? 'allow-same-origin' : 'allow-same-origin allow-scripts'
}

function deliversEventsToNewFrame() {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.hidden = true
  document.body.append(frame)
  const heard = deliversEvents(frame)
  frame.remove()
  return heard
}

function deliversEvents({ contentDocument }: HTMLIFrameElement) {
  let heard = false
  contentDocument?.addEventListener('estante', () => {
    heard = true
  })
  contentDocument?.dispatchEvent(new Event('estante'))
  return heard
}
