let answer: boolean | undefined

/**
 * Whether this browser tells the page what happens in a frame that may not run scripts. WebKit does not
 * (https://bugs.webkit.org/show_bug.cgi?id=218086): taps in such a frame would go nowhere.
 */
export function supportsScriptlessFrameEvents(): boolean {
  answer ??= listen()
  return answer
}

function listen() {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.hidden = true
  document.body.append(frame)
  let heard = false
  frame.contentDocument?.addEventListener('estante', () => {
    heard = true
  })
  frame.contentDocument?.dispatchEvent(new Event('estante'))
  frame.remove()
  return heard
}
