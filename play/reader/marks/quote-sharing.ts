import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { copyText } from '@estante/design/copy-text.ts'
import { isEmbedded, sendToHost } from '../../bridge/bridge.ts'
import type { createActivePassage } from './active-passage.ts'
import { text } from './marks-text.ts'

/** Copies and shares the active passage. */
export function createQuoteSharing(
  { active, done }: Pick<ReturnType<typeof createActivePassage>, 'active' | 'done'>,
  showBriefly: (message: string) => void,
) {
  function highlightedText() {
    return active.peek()?.highlight.trim() ?? ''
  }

  /** Copies text. Keeps the selection when copying is refused. */
  async function copy(quote = highlightedText()) {
    const isCopied = await copyText(quote)
    if (isCopied) done()
    showBriefly(isCopied ? text.copied : text.notCopied)
  }

  return {
    copy: () => copy(),
    canShare: () => 'share' in navigator || isEmbedded(),
    /** Shares the text by the browser, or else by the host. Where sharing is refused, copies the text. */
    async share({ title, author }: Pick<PublicationDetail, 'title' | 'author'>) {
      const quote = `“${highlightedText()}”\n${title}\n${author}`
      const isShared = 'share' in navigator
      if (!isShared) {
        done()
        sendToHost({ type: 'service:share', text: quote })
        return showBriefly(text.passedToHost.share)
      }
      try {
        // Below the baseline: the host shares where the browser does not.
        await navigator.share({ text: quote })
        done()
      } catch (problem) {
        const isCancelled = (problem as DOMException).name === 'AbortError'
        if (!isCancelled) await copy(quote)
      }
    },
  }
}
