import { Button } from '@estante/design/button/button.tsx'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { nextTask } from '@estante/design/next-task.ts'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { Slider } from '@estante/design/slider/slider.tsx'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { SheetWithPlaces, useCurrentEntry } from '../places/sheet-with-places.tsx'
import { text as placesText } from '../places/text.ts'
import { langOf } from '../publication/publication.ts'
import { type BookMap, placeOf } from './book-map.ts'
import { isRightToLeftLanguage } from './layout/chapter-language.ts'
import { AnnotationsList } from './marks/annotations-list.tsx'
import { text as marksText } from './marks/marks-text.ts'
import type { Reader } from './reader.ts'
import { text } from './text.ts'
import './contents-sheet.css'

type Props = { reader: Reader; open: boolean; onClose: () => void }

/** The table of contents, at the present entry. */
export function ContentsSheet(props: Props) {
  const { reader, open, onClose } = props
  const part = useSignal<'contents' | 'annotations'>('contents')
  useEffect(() => {
    if (!open) part.value = 'contents'
  }, [open])
  return (
    <SheetWithPlaces
      open={open}
      title={text.contents}
      onClose={onClose}
      id={reader.id}
      describe={reader.describe}
      onGo={reader.goToPlace}
    >
      <div class="contents-parts">
        <Segmented
          label={marksText.show}
          options={[
            { value: 'contents', label: marksText.contents },
            { value: 'annotations', label: marksText.annotations },
          ]}
          value={part.value}
          onChange={(next) => (part.value = next)}
        />
      </div>
      {part.value === 'contents' ? <Contents {...props} /> : <AnnotationsList reader={reader} onGo={onClose} />}
    </SheetWithPlaces>
  )
}

function Contents({ reader, onClose }: Props) {
  const list = useCurrentEntry()
  const map = reader.map.value
  const position = reader.position.value
  const saved = reader.publication.value?.place?.locator
  // Until the first page is shown, where it will be.
  const current = position || !saved ? position?.entry : map?.entryOf(placeOf(map, saved))
  // A plain list is in the language of the view.
  const lang = map && map.contents.length > 0 ? langOf(reader.publication.value) : undefined
  // Closes after the frame that shows the tap, and then opens the place.
  const leave = async (href: string) => {
    await nextTask()
    onClose()
    await nextTask()
    reader.goToHref(href)
  }
  const entries = map && (map.contents.length > 0 ? map.contents : plainContents(map))
  return (
    <>
      {map && <PartOfBook reader={reader} map={map} onClose={onClose} />}
      {map && map.pages.length > 0 && <PrintedPages reader={reader} map={map} onClose={onClose} />}
      <ol class="sheet__rows long-list" dir={lang && isRightToLeftLanguage(lang) ? 'rtl' : undefined} ref={list}>
        <BatchedRows rows={entries ?? []} current={current ?? 0}>
          {(entry, index) => (
            <li key={`${index} ${entry.href}`}>
              <button
                class="contents__entry sheet__row line"
                type="button"
                disabled={entry.chapter === undefined}
                aria-current={index === current ? 'true' : undefined}
                style={{ '--contents-depth': entry.depth }}
                onClick={() => leave(entry.href)}
              >
                <span class="contents__title" dir="auto" lang={lang}>
                  {entry.title}
                </span>{' '}
                {entry.letters !== undefined && entry.letters > 0 && (
                  <span class="contents__minutes note tabular" dir="ltr">
                    {text.minutes(reader.pace.minutesOf(entry.letters))}
                  </span>
                )}
                <span class="visually-hidden">{placesText.nested(entry.depth)}</span>
              </button>
            </li>
          )}
        </BatchedRows>
      </ol>
    </>
  )
}

interface MapProps extends Pick<Props, 'reader' | 'onClose'> {
  map: BookMap
}

/** A slider over the whole book, to go to any part of it. */
function PartOfBook({ reader, map, onClose }: MapProps) {
  const chosen = useSignal<number | undefined>(undefined)
  const here = Math.floor((reader.position.value?.locator.locations.totalProgression ?? 0) * 100)
  const percent = chosen.value ?? here
  const place = map.placeAt(percent / 100)
  const title = map.titleOf(place.chapter, map.entryOf(place)) ?? ''
  return (
    <details class="contents-more">
      <summary class="contents-more__summary sheet__row line">
        {text.part}
        <span class="contents__minutes note tabular">{text.percent(here / 100)}</span>
      </summary>
      <div class="contents-part stack gap-3">
        <Slider
          label={text.part}
          value={percent}
          max={100}
          valueText={[text.percent(percent / 100), title].filter(Boolean).join(', ')}
          onInput={(value) => (chosen.value = value)}
        />
        <p class="note one-line" dir="auto" lang={langOf(reader.publication.value)}>
          {title || '\u00a0'}
        </p>
        <Button
          variant="soft"
          onClick={() => {
            reader.goToPart(percent / 100)
            onClose()
          }}
        >
          {text.goToPart(percent)}
        </Button>
      </div>
    </details>
  )
}

/** The pages of the printed edition, to go to by number. */
function PrintedPages({ reader, map, onClose }: MapProps) {
  const { chapter = 0, locator, jumpedTo } = reader.position.value ?? {}
  const letter = map.letterAt(chapter, locator?.locations.progression ?? 0)?.letter ?? 0
  const here = map.pageAt(chapter, letter, jumpedTo)
  return (
    <details class="contents-more">
      <summary class="contents-more__summary sheet__row line">
        {text.printedPages}
        {here !== undefined && <span class="contents__minutes note tabular">{map.pages[here]!.title}</span>}
      </summary>
      <ol class="contents-pages__list">
        {map.pages.map((page, index) => (
          <li key={`${index} ${page.href}`}>
            <button
              class="contents-pages__page tabular"
              type="button"
              aria-label={text.printedPage(page.title)}
              aria-current={index === here ? 'page' : undefined}
              onClick={() => {
                reader.goToHref(page.href)
                onClose()
              }}
            >
              {page.title}
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Lists the chapters, for a book without a table of contents. */
function plainContents(map: BookMap) {
  return map.chapters.map((link, chapter) => ({
    title: link.title || text.chapterOf(chapter + 1, map),
    href: link.href,
    chapter,
    depth: 0,
    letter: 0,
    letters: link.properties?.letters,
  }))
}
