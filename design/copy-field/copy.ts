/**
 * Copies text through the Clipboard API. Where that is missing or refused, as in a frame without `clipboard-write`,
 * copies it through the `copy` event of `page`, for which Safari requires a selection in that page. Returns whether the
 * text was copied.
 */
export async function copyText(text: string, page = document): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByEvent(text, page)
  }
}

function copyByEvent(text: string, page: Document): boolean {
  let isCopied = false
  function onCopy(event: ClipboardEvent) {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    isCopied = true
  }
  page.addEventListener('copy', onCopy, { capture: true })
  try {
    return page.execCommand('copy') && isCopied
  } catch {
    // Documents other than HTML lack the command.
    return false
  } finally {
    page.removeEventListener('copy', onCopy, { capture: true })
  }
}
