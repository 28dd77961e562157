import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { PlacesLink, PlacesList } from '../places/places-list.tsx'
import { text as placesText } from '../places/text.ts'
import { Sheet } from '../shell/sheet.tsx'
import type { Reader } from './reader.ts'
import { text } from './text.ts'
import './contents-sheet.css'

type Props = { reader: Reader; open: boolean; onClose: () => void }

/** The table of contents, at the entry one is in. */
export function ContentsSheet(props: Props) {
  const isPlaces = useSignal(false)
  useEffect(() => {
    if (props.open) isPlaces.value = false
  }, [props.open])
  return (
    <Sheet
      open={props.open}
      title={isPlaces.value ? placesText.title : text.contents}
      closeLabel={text.close}
      onClose={props.onClose}
    >
      {isPlaces.value ? (
        <PlacesList
          id={props.reader.id}
          describe={props.reader.describe}
          onGo={(locator) => {
            props.reader.goToPlace(locator)
            props.onClose()
          }}
        />
      ) : (
        <>
          <PlacesLink
            onClick={() => {
              isPlaces.value = true
            }}
          />
          <Contents {...props} />
        </>
      )}
    </Sheet>
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
