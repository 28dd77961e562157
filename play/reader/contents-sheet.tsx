import { useEffect, useRef } from 'preact/hooks'
import { SheetWithPlaces } from '../places/sheet-with-places.tsx'
import type { Reader } from './reader.ts'
import { text } from './text.ts'
import './contents-sheet.css'

type Props = { reader: Reader; open: boolean; onClose: () => void }

/** The table of contents, at the entry one is in. */
export function ContentsSheet(props: Props) {
  const { reader, open, onClose } = props
  return (
    <SheetWithPlaces
      open={open}
      title={text.contents}
      closeLabel={text.close}
      onClose={onClose}
      id={reader.id}
      describe={reader.describe}
      onGo={reader.goToPlace}
    >
      <Contents {...props} />
    </SheetWithPlaces>
  )
}

function Contents({ reader, onClose }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const map = reader.map.value
  const position = reader.position.value
  const current = position?.entry
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [])
  const entries = map && (map.contents.length > 0 ? map.contents : plainContents(map))
  return (
    <ol class="contents" ref={list}>
      {entries?.map((entry, index) => (
        <li key={`${index} ${entry.href}`}>
          <button
            class="contents__entry"
            type="button"
            disabled={entry.chapter === undefined}
            aria-current={index === current ? 'true' : undefined}
            style={{ '--contents-depth': entry.depth }}
            onClick={() => {
              reader.goToHref(entry.href)
              onClose()
            }}
          >
            {entry.title}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** A book without a table of contents still has parts. */
function plainContents(map: NonNullable<Reader['map']['value']>) {
  return map.chapters.map((link, chapter) => ({
    title: link.title || text.chapterOf(chapter + 1, map.chapters.length),
    href: link.href,
    chapter,
    depth: 0,
  }))
}
