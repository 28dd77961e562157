import { AppearanceSheet } from './appearance/appearance-sheet.tsx'
import { ContentsSheet } from './contents-sheet.tsx'
import { FootnoteSheet } from './footnote-sheet.tsx'
import { MarksLayer } from './marks/marks-layer.tsx'
import type { Reader } from './reader.ts'
import { BookSearchSheet } from './search/book-search-sheet.tsx'

export { MarkButtons } from './marks/mark-buttons.tsx'

export type SheetName = 'search' | 'contents' | 'appearance'

interface Props {
  reader: Reader
  sheet: SheetName | undefined
  onClose: () => void
}

/** Everything that opens over the pages. Loaded after the first page, which appears sooner without its code. */
export function ReaderSheets({ reader, sheet, onClose }: Props) {
  return (
    <>
      <MarksLayer reader={reader} />
      <BookSearchSheet reader={reader} open={sheet === 'search'} onClose={onClose} />
      <ContentsSheet reader={reader} open={sheet === 'contents'} onClose={onClose} />
      <AppearanceSheet reader={reader} open={sheet === 'appearance'} onClose={onClose} />
      <FootnoteSheet reader={reader} />
    </>
  )
}
