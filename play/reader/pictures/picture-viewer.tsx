import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { outlineIcon } from '@estante/design/icons/drawing.tsx'
import { CloseIcon } from '@estante/design/icons/icons.tsx'
import { returnToFrame } from '@estante/design/sheet/return-to-frame.ts'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isKeyOff } from '../../preferences/letter-keys.ts'
import { putOver } from '../../router.ts'
import type { Palette } from '../appearance/appearance.ts'
import { appendStyle } from '../layout/chapter-document.ts'
import { ROUNDED } from '../layout/formulas.ts'
import { TYPEFACES } from '../layout/page-style.ts'
import { sandbox } from '../layout/scriptless-frames.ts'
import { addTypeface } from '../layout/typefaces.ts'
import { type ImagePicture, type Picture, WIDE, type WidePicture } from './picture.ts'
import { text } from './text.ts'
import { listenForZoom, MAX_SCALE, WHOLE, type Zoom, zoomByKey } from './zoom.ts'
import './picture-viewer.css'

/** On each side of a table or formula, in pixels. */
const PADDING = 16
/** Largest scale at which a small picture, table or formula is enlarged to fill the screen. */
const MAX_ENLARGEMENT = 2
const LETTERS = { least: 70, most: 300, step: 20 }

interface PictureViewerProps {
  picture: Picture
  palette: Palette
  onClose: () => void
}

/** Overlay for a picture of the book, or for a table or formula too wide for a page. Escape and Back close it. */
export function PictureViewer({ picture, palette, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const goBack = returnToFrame()
    element?.showModal()
    return () => {
      element?.close()
      goBack()
    }
  }, [])
  useEffect(() => putOver(onClose), [])
  const name = picture.caption || text[picture.kind]
  return (
    <dialog
      class="picture"
      ref={dialog}
      aria-label={name}
      onCancel={onClose}
      // The event arrives a frame late: a key may have opened the next picture by then.
      onClose={() => dialog.current && onClose()}
    >
      {picture.kind === 'image' ? (
        <Image picture={picture} onClose={onClose} />
      ) : (
        <Table picture={picture} palette={palette} onClose={onClose} />
      )}
    </dialog>
  )
}

interface BarProps {
  onSmaller: (() => void) | undefined
  onLarger: (() => void) | undefined
  onClose: () => void
}

function Bar({ onSmaller, onLarger, onClose }: BarProps) {
  return (
    <header class="picture__bar">
      <IconButton label={text.smaller} icon={SmallerIcon} disabled={!onSmaller} onClick={onSmaller} />
      <IconButton label={text.larger} icon={LargerIcon} disabled={!onLarger} onClick={onLarger} />
      <IconButton label={text.close} icon={CloseIcon} onClick={onClose} />
    </header>
  )
}

function Image({ picture, onClose }: { picture: ImagePicture; onClose: () => void }) {
  const stage = useRef<HTMLDivElement>(null)
  const zoom = useSignal<Zoom>(WHOLE)
  const room = useSignal({ width: 0, height: 0 })
  const { width, height } = room.value
  const scale = Math.min(width / picture.width, height / picture.height, MAX_ENLARGEMENT)
  const fitted = { width: picture.width * scale, height: picture.height * scale }
  const sizes = () => ({ fitted, room: room.peek() })
  const latest = useRef(sizes)
  latest.current = sizes

  useLayoutEffect(() => {
    const surface = stage.current!
    listenForZoom(surface, {
      zoom: () => zoom.peek(),
      sizes: () => latest.current(),
      onZoom: (next) => {
        zoom.value = next
      },
    })
    const measured = new ResizeObserver(() => {
      room.value = { width: surface.clientWidth, height: surface.clientHeight }
      zoom.value = WHOLE
    })
    measured.observe(surface)
    const onKey = (event: KeyboardEvent) => {
      const next = isKeyOff(event) ? undefined : zoomByKey(zoom.peek(), event, latest.current())
      if (!next) return
      event.preventDefault()
      zoom.value = next
    }
    document.addEventListener('keydown', onKey)
    return () => {
      measured.disconnect()
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  const press = (key: '+' | '-') => () => {
    zoom.value = zoomByKey(zoom.value, { key, altKey: false, ctrlKey: false, metaKey: false }, sizes()) ?? zoom.value
  }
  return (
    <>
      <Bar
        onSmaller={zoom.value.scale > WHOLE.scale ? press('-') : undefined}
        onLarger={zoom.value.scale < MAX_SCALE ? press('+') : undefined}
        onClose={onClose}
      />
      <div class="picture__stage centered" ref={stage} data-enlarged={zoom.value.scale > 1}>
        <img
          class="picture__image"
          src={picture.source}
          alt={picture.caption}
          draggable={false}
          style={{
            width: `${fitted.width}px`,
            height: `${fitted.height}px`,
            transform: `translate(${zoom.value.x}px, ${zoom.value.y}px) scale(${zoom.value.scale})`,
          }}
        />
      </div>
      {picture.caption && (
        // The dialog and the picture have the same text for screen readers.
        <p class="picture__text" aria-hidden="true">
          {picture.caption}
        </p>
      )}
    </>
  )
}

/** Shows the chapter reduced to the table or formula: scrolls in both directions, with adjustable text size. */
function Table({ picture, palette, onClose }: { picture: WidePicture; palette: Palette; onClose: () => void }) {
  const percent = useSignal(100)
  const holder = useRef<HTMLDivElement>(null)
  const drawn = useRef<Document | undefined>(undefined)
  const isChosen = useRef(false)
  useLayoutEffect(() => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', sandbox())
    frame.title = picture.caption || text[picture.kind]
    frame.className = 'picture__table'
    frame.addEventListener('load', () => {
      const { contentDocument } = frame
      const table = contentDocument?.querySelectorAll(WIDE)[picture.index]
      if (!contentDocument || !table) return
      leaveOnly(table)
      applyPalette(contentDocument, palette)
      for (const cell of contentDocument.querySelectorAll<HTMLElement>('td, th')) holdFormulas(cell)
      drawn.current = contentDocument
      const fit = () => {
        if (isChosen.current) return
        setLetters(fittingLetters(contentDocument, percent.peek()))
        // Rounding of each line to pixels, known only once they are laid out, may add up to a scroll.
        setLetters(Math.min(percent.peek(), fittingLetters(contentDocument, percent.peek())))
      }
      fit()
      frame.contentWindow!.addEventListener('resize', fit)
      void addTypeface(contentDocument, 'serif').then(fit, () => {})
      // Keys go to the document that has the focus.
      contentDocument.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') onClose()
        else if (!isKeyOff(event) && enlarge(event.key)) event.preventDefault()
      })
      contentDocument.addEventListener('click', (event) => event.preventDefault())
      panByMouse(contentDocument)
      frame.dataset.drawn = ''
      frame.focus()
    })
    frame.src = picture.address
    holder.current!.append(frame)
    const onKey = (event: KeyboardEvent) => void (isKeyOff(event) || enlarge(event.key))
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function enlarge(key: string): boolean {
    const by = key === '+' || key === '=' ? 1 : key === '-' || key === '_' ? -1 : 0
    if (by === 0) return false
    isChosen.current = true
    setLetters(Math.min(LETTERS.most, Math.max(LETTERS.least, percent.peek() + by * LETTERS.step)))
    return true
  }

  function setLetters(next: number) {
    percent.value = next
    drawn.current?.documentElement.style.setProperty('font-size', `${next}%`, 'important')
  }

  return (
    <>
      <Bar
        onSmaller={percent.value > LETTERS.least ? () => enlarge('-') : undefined}
        onLarger={percent.value < LETTERS.most ? () => enlarge('+') : undefined}
        onClose={onClose}
      />
      <div class="picture__stage centered" ref={holder} />
    </>
  )
}

/** Scrolls a document larger than its window by a drag of the mouse, as by a finger, instead of selecting text. */
function panByMouse(document: Document) {
  const { documentElement: root, defaultView } = document
  const scrolls = () => root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight
  let from: PointerEvent | undefined
  document.addEventListener('mousedown', (event) => scrolls() && event.preventDefault())
  document.addEventListener('pointermove', (event) => {
    root.style.cursor = scrolls() ? 'grab' : ''
    if (from && event.pointerType === 'mouse' && event.buttons === 1) {
      defaultView!.scrollBy(from.clientX - event.clientX, from.clientY - event.clientY)
    }
    from = event
  })
}

/** Returns the size of letters at which a document laid out at `percent` is as wide as its window; 100 if it scrolls. */
function fittingLetters({ body, documentElement }: Document, percent: number) {
  const { clientWidth, clientHeight } = documentElement
  const { width, height } = body.getBoundingClientRect()
  const byWidth = (percent * (clientWidth - PADDING * 2)) / (width - PADDING * 2)
  // A long one is not shrunk to the height of the window.
  const byHeight = Math.max(100, (percent * clientHeight * ROUNDED) / height)
  const fitting = Math.floor(Math.min(byWidth * ROUNDED, byHeight, MAX_ENLARGEMENT * 100))
  return fitting < LETTERS.least ? 100 : fitting
}

/** Removes all elements except one, its ancestors and descendants, so that the book's selectors still apply. */
function leaveOnly(remaining: Element) {
  const { body } = remaining.ownerDocument
  for (let element = remaining; element !== body && element.parentElement; element = element.parentElement) {
    for (const sibling of [...element.parentElement.childNodes]) if (sibling !== element) sibling.remove()
  }
}

function applyPalette(chapter: Document, { page, text: ink, accent }: Palette) {
  appendStyle(chapter).textContent = `
:root { overflow: auto !important; background: ${page} !important; color: ${ink} !important; display: flex !important; width: auto !important; height: auto !important; min-height: 100vh !important; font-family: "${TYPEFACES.serif}", Georgia, serif; }
body, body :not(table, table *, math, math *) { display: block !important; position: static !important; width: max-content !important; max-width: none !important; margin: 0 !important; padding: 0 !important; border: 0 !important; overflow: visible !important; columns: auto !important; background: none !important; }
body { flex: none !important; margin: auto !important; padding: ${PADDING}px !important; }
table { max-width: none !important; width: max-content !important; border-collapse: collapse; }
caption { text-align: start !important; padding-block: 0 0.75em !important; }
td, th { max-width: 18em !important; padding: 0.35em 0.7em !important; border: 1px solid !important; white-space: normal !important; overflow-wrap: normal !important; vertical-align: top; }
table, table * { color: inherit !important; background-color: transparent !important; }
table { border-color: color-mix(in srgb, ${ink} 30%, transparent) !important; }
table a { color: ${accent.accent} !important; }
td, th { border-color: inherit !important; }`
}

/** Widens a cell beyond a readable line for unbreakable content. */
function holdFormulas(cell: HTMLElement) {
  if (cell.scrollWidth <= cell.clientWidth + 1) return
  const ems = cell.scrollWidth / Number.parseFloat(getComputedStyle(cell).fontSize)
  cell.style.setProperty('max-width', `${ems.toFixed(2)}em`, 'important')
}

const LargerIcon = outlineIcon('M12 5.5v13', 'M5.5 12h13')
const SmallerIcon = outlineIcon('M5.5 12h13')
