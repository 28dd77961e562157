import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { PlacesLink, PlacesList } from '../places/places-list.tsx'
import { text as placesText } from '../places/text.ts'
import { Sheet } from '../shell/sheet.tsx'
import type { Playback } from './playback.ts'
import { text } from './text.ts'
import { clockTime, spokenTime } from './times.ts'
import './chapters-sheet.css'

type Props = { playback: Playback; open: boolean; onClose: () => void }

/** Every chapter with its length; pressing one goes to its start. */
export function ChaptersSheet(props: Props) {
  const isPlaces = useSignal(false)
  useEffect(() => {
    if (props.open) isPlaces.value = false
  }, [props.open])
  return (
    <Sheet
      open={props.open}
      title={isPlaces.value ? placesText.title : text.chapters}
      closeLabel={text.close}
      onClose={props.onClose}
    >
      {isPlaces.value ? (
        <PlacesList
          id={props.playback.id}
          describe={props.playback.describe}
          onGo={(locator) => {
            props.playback.seek(locator.locations.time ?? 0)
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
          <Chapters {...props} />
        </>
      )}
    </Sheet>
  )
}

function Chapters({ playback, onClose }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const current = playback.chapterIndex.value
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <ol class="chapters" ref={list}>
      {playback.chapters.value.map((chapter, index) => (
        <li key={chapter.start}>
          <button
            class="chapters__chapter"
            type="button"
            aria-current={index === current ? 'true' : undefined}
            style={{ '--chapters-depth': chapter.depth }}
            onClick={() => {
              playback.seek(chapter.start)
              onClose()
            }}
          >
            <span class="chapters__number" aria-hidden="true">
              {index === current ? <Bars isMoving={playback.isPlaying.value} /> : index + 1}
            </span>
            <span class="chapters__title">{chapter.title || text.untitledChapter(index + 1)}</span>
            <span class="chapters__length">
              <span aria-hidden="true">{clockTime(chapter.end - chapter.start)}</span>
              <span class="visually-hidden">{spokenTime(chapter.end - chapter.start)}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function Bars({ isMoving }: { isMoving: boolean }) {
  return (
    <span class="chapters__bars" data-moving={isMoving}>
      <span />
      <span />
      <span />
    </span>
  )
}
