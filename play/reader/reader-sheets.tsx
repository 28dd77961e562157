import type { Signal } from '@preact/signals'
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
  sheet: Signal<SheetName | undefined>
}

/** Everything that opens over the pages. Loaded after the first page, which appears sooner without its code. */
export function ReaderSheets({ reader, sheet }: Props) {
  const open = sheet.value
  const onClose = () => {
    sheet.value = undefined
  }
  const onSearch = (selection: string) => {
    reader.marks.done()
    reader.search.searchSelected(selection)
    sheet.value = 'search'
  }
  return (
    <>
      <MarksLayer reader={reader} onSearch={onSearch} />
      <BookSearchSheet reader={reader} open={open === 'search'} onClose={onClose} />
      <ContentsSheet reader={reader} open={open === 'contents'} onClose={onClose} />
      <AppearanceSheet reader={reader} open={open === 'appearance'} onClose={onClose} />
      <FootnoteSheet reader={reader} />
    </>
  )
}
