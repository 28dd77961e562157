import { untracked, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { tapIntent } from '../navigator/gestures.ts'
import type { Reader } from '../reader.ts'
import { type Band, bandAround, bandFrom, linesOf, stepBand } from './lines.ts'
import './reading-ruler.css'

/** Margin around the text of the band. */
const MARGIN_PX = 3

interface LeftPage {
  chapter?: number
  page?: number
  band: Band | undefined
}

/**
 * Reading ruler: highlights three lines. Up and Down move it by a line and across pages; a tap in the middle of
 * the page, outside the band, moves it there. Other taps and keys keep their function. It follows a voice that reads.
 */
export function ReadingRuler({ reader }: { reader: Reader }) {
  const ruler = useRef<HTMLDivElement>(null)
  const band = useSignal<Band | undefined>(undefined)
  /** Whether to start at the bottom of the page, after moving up from the top of the next. */
  const isAtFoot = useRef(false)
  const place = useRef<{ chapter: number; page: number } | undefined>(undefined)
  /** The pages that jumps led away from, each with its band. As many as `reader.history`. */
  const left = useRef<LeftPage[]>([])
  const returnsTo = useRef<LeftPage | undefined>(undefined)
  const jumps = reader.history.value.length
  const position = reader.position.value
  const { isVertical = false, columns = 1 } = reader.visibleLines() ?? {}
  const visibleLines = () => linesOf(reader.visibleLines()?.lines ?? [])

  // Runs before the page changes: stores where the ruler was for a jump, and takes it back for the way back.
  useEffect(() => {
    if (jumps > left.current.length) left.current[jumps - 1] = { ...place.current, band: band.peek() }
    else [returnsTo.current] = left.current.splice(jumps)
  }, [jumps])

  // After a page turn or a new layout.
  useEffect(() => {
    const lines = visibleLines()
    const { chapter = 0, page = 0 } = position ?? {}
    const isTurned = !isAt(place.current, chapter, page)
    place.current = { chapter, page }
    const isBack = isAt(returnsTo.current, chapter, page)
    const before = isBack ? returnsTo.current?.band : isTurned ? undefined : band.peek()
    if (before) band.value = bandAround(lines, { column: before.column, at: middleOf(before) })
    else band.value = bandFrom(lines, isAtFoot.current ? lines.length - 1 : 0)
    isAtFoot.current = false
    if (isTurned || isBack) returnsTo.current = undefined
  }, [position])

  /** Moves the band to the line at a point. Returns false when that is within the band, or there is none. */
  function moveTo(x: number, y: number): boolean {
    const width = ruler.current!.clientWidth
    const { isVertical, columns } = reader.visibleLines()!
    const at = isVertical ? width - x : y
    const column = columns > 1 && x > width / columns ? 1 : 0
    const now = band.peek()
    if (now && now.column === column && at >= now.start && at <= now.end) return false
    const next = bandAround(visibleLines(), { column, at })
    if (next) band.value = next
    return next !== undefined
  }

  useSignalEffect(() => {
    const box = reader.spokenBox()
    if (box) untracked(() => moveTo((box.left + box.right) / 2, (box.top + box.bottom) / 2))
  })

  useEffect(() => {
    function move(by: 1 | -1) {
      const next = band.peek() && stepBand(visibleLines(), band.peek()!, by)
      if (next) band.value = next
      else {
        isAtFoot.current = by < 0
        if (by > 0) reader.next()
        else reader.previous()
      }
    }
    reader.ruler.hooks = {
      key({ key, altKey, ctrlKey, metaKey, shiftKey }) {
        if (altKey || ctrlKey || metaKey || shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false
        if (!band.peek()) return false
        move(key === 'ArrowDown' ? 1 : -1)
        return true
      },
      tap(x, y) {
        return tapIntent(x, ruler.current!.clientWidth) === 'toggle-tools' && moveTo(x, y)
      },
    }
    return () => {
      reader.ruler.hooks = undefined
    }
  }, [reader])

  return (
    <div class="ruler" ref={ruler} aria-hidden="true">
      {band.value && <div class="ruler__band" style={boxOf(band.value, isVertical, columns)} />}
    </div>
  )
}

function isAt(place: { chapter?: number; page?: number } | undefined, chapter: number, page: number) {
  return place?.chapter === chapter && place.page === page
}

function middleOf({ start, end }: Band) {
  return (start + end) / 2
}

function boxOf({ start, end, column }: Band, isVertical: boolean, columns: number) {
  const [from, length] = [`${start - MARGIN_PX}px`, `${end - start + MARGIN_PX * 2}px`]
  if (isVertical) return { right: from, width: length, top: '0', height: '100%' }
  return { top: from, height: length, left: `${(column * 100) / columns}%`, width: `${100 / columns}%` }
}
