/**
 * Copies text through the Clipboard API. Where that is missing or refused, as in a frame without `clipboard-write`,
 * copies it through the page's `copy` event, which Safari fires only for a selection. Returns whether it was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByEvent(text)
  }
}

function copyByEvent(text: string): boolean {
  let isCopied = false
  function onCopy(event: ClipboardEvent) {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    isCopied = true
  }
  document.addEventListener('copy', onCopy, { capture: true })
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', onCopy, { capture: true })
  return isDone && isCopied
}
