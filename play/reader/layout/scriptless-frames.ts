let answer: boolean | undefined

/**
 * Tests with the first frame, which has no scripts, whether the browser delivers events of such frames to the page.
 * WebKit does not (https://bugs.webkit.org/show_bug.cgi?id=218086): taps in them would be lost.
 */
export function supportsScriptlessFrameEvents(first: HTMLIFrameElement): boolean {
  answer ??= deliversEvents(first)
  return answer
}

/**
 * Returns the `sandbox` attribute of a chapter's frame. Where scriptless frames deliver no events it allows scripts,
 * which the chapter's own content security policy blocks.
 */
export function sandbox(): string {
  return answer === false ? 'allow-same-origin allow-scripts' : 'allow-same-origin'
}

function deliversEvents({ contentDocument }: HTMLIFrameElement) {
  let heard = false
  contentDocument?.addEventListener('estante', () => {
    heard = true
  })
  contentDocument?.dispatchEvent(new Event('estante'))
  return heard
}
