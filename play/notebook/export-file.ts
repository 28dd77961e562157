import { download } from '@estante/client/download.ts'
import { copyText } from '@estante/design/copy-text.ts'

export type ExportFormat = 'markdown' | 'epub'

export interface ExportWindow {
  /** Undefined where the browser cannot share: then there is no such button. */
  navigator: { share?(data: ShareData): Promise<void>; canShare?(data: ShareData): boolean }
  WebViewBridge?: unknown
}

/** Names a file after its title, without characters that file systems refuse. */
export function exportFile(title: string, format: ExportFormat, content: string): File {
  const name = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 60)
  const [ending, type] = format === 'markdown' ? ['md', 'text/markdown'] : ['json', 'application/ld+json']
  return new File([content], `${name || 'anotacoes'}.${ending}`, { type })
}

/**
 * Returns the ways a file can leave this page. A native host has no downloads, and shares files of some types only:
 * there the text is shared, and it can always be copied. Takes the content, too: WebKit refuses to copy after a file
 * was read, which ends the gesture.
 */
export function exportActions(page: ExportWindow, file: File, content: string) {
  const { navigator } = page
  const isNative = page.WebViewBridge !== undefined
  const sharesFile = navigator.canShare?.({ files: [file] }) === true
  const share = sharesFile
    ? async () => navigator.share?.({ files: [file] })
    : navigator.share && isNative
      ? async () => navigator.share?.({ title: file.name, text: content })
      : undefined
  return {
    share,
    download: isNative ? undefined : () => download(file),
    copy: () => copyText(content),
  }
}
