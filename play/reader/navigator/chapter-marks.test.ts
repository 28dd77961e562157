import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ChapterText } from '../layout/chapter-text.ts'
import { createChapterMarks } from './chapter-marks.ts'

const WINDOW = { innerWidth: 400, innerHeight: 800, matchMedia: () => ({ matches: false }) }
/** Letters on a page of the chapter, which is a page a window wide. */
const PAGE_LETTERS = 1000

it('without custom highlights, scrolling measures only the marks on the screen, once a frame', (test) => {
  const frames: (() => void)[] = []
  Object.assign(globalThis, { requestAnimationFrame: (draw: () => void) => frames.push(draw) })
  test.after(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'))
  const document = Object.assign(new EventTarget(), { defaultView: WINDOW })
  const overlay = fakeElement()
  let page = 0
  const measured: [start: number, count: number][] = []
  const text = {
    letters: 100 * PAGE_LETTERS,
    rangeOf: () => ({}),
    boxesFrom(start: number, count: number) {
      measured.push([start, count])
      return [boxAt((start / PAGE_LETTERS - page) * WINDOW.innerWidth)]
    },
  } as unknown as ChapterText
  const created = [overlay]
  const marks = createChapterMarks(
    {
      ownerDocument: { createElement: () => created.pop() ?? fakeElement() },
      after() {},
      style: {},
    } as unknown as HTMLIFrameElement,
    document as unknown as Document,
    { isFixed: false, writing: { isVertical: false, isRightToLeft: false } },
    () => ({ from: page * PAGE_LETTERS, to: (page + 1) * PAGE_LETTERS }),
  )
  const palette = { marks: { yellow: '#ff0' } } as unknown as Parameters<typeof marks.draw>[1]
  marks.set([
    ...Array.from({ length: 100 }, (_, index) => markFrom(index * PAGE_LETTERS + 500, 10)),
    markFrom(2900, 1300),
  ])
  marks.draw(text, palette)
  measured.length = 0

  page = 3
  for (let events = 0; events < 5; events++) document.dispatchEvent(new Event('scroll'))
  assert.deepEqual([measured.length, frames.length], [0, 1])
  frames.pop()!()

  assert.deepEqual(measured, [
    [3500, 10],
    [3000, 1000],
  ])
  assert.deepEqual(
    overlay.children.map(({ style }) => style.left),
    ['200px', '0px'],
  )
  assert.equal(marks.at(205, 10)?.start, 3500)
})

it('marks are boxes in vertical text, over a fixed page and in forced colours, also where there are custom highlights', (test) => {
  const highlights = new Map()
  Object.assign(globalThis, { CSS: { highlights } })
  test.after(() => Reflect.deleteProperty(globalThis, 'CSS'))
  const view = { ...WINDOW, CSS, Highlight: Set }
  const document = Object.assign(new EventTarget(), { defaultView: view }) as unknown as Document
  const text = { letters: 100, rangeOf: () => ({}), boxesFrom: () => [boxAt(100)] } as unknown as ChapterText

  const boxesIn = (isVertical: boolean, isFixed = false) => {
    const overlay = fakeElement()
    const created = [overlay]
    const frame = { ownerDocument: { createElement: () => created.pop() ?? fakeElement() }, after() {}, style: {} }
    const layout = { isFixed, writing: { isVertical, isRightToLeft: false } }
    const marks = createChapterMarks(frame as unknown as HTMLIFrameElement, document, layout, () => ({
      from: 0,
      to: 100,
    }))
    marks.set([markFrom(10, 20)])
    marks.draw(text, { marks: { yellow: '#ff0' } } as unknown as Parameters<typeof marks.draw>[1])
    return overlay.children.length
  }

  assert.deepEqual([boxesIn(true), highlights.size], [1, 0])
  assert.deepEqual([boxesIn(false, true), highlights.size], [1, 0])
  view.matchMedia = () => ({ matches: true })
  assert.deepEqual([boxesIn(false), highlights.size], [1, 0])
  view.matchMedia = WINDOW.matchMedia
  assert.deepEqual([boxesIn(false), highlights.size], [0, 1])
})

it('of marks that overlap, the shortest is over the others, and of equal ones the latest, to the eye and to a tap', (test) => {
  const highlights = new Map<string, Set<[start: number, end: number]>>()
  Object.assign(globalThis, { CSS: { highlights } })
  test.after(() => Reflect.deleteProperty(globalThis, 'CSS'))
  const view = { ...WINDOW, CSS, Highlight: Set }
  const document = Object.assign(new EventTarget(), { defaultView: view }) as unknown as Document
  const text = {
    letters: 1000,
    rangeOf: (start: number, end: number) => [start, end],
    boxesFrom: (start: number, count: number) => [{ ...boxAt(start), right: start + count }],
  } as unknown as ChapterText
  const layout = { isFixed: false, writing: { isVertical: false, isRightToLeft: false } }
  const marks = createChapterMarks({} as HTMLIFrameElement, document, layout, () => ({ from: 0, to: 1000 }))
  const inColor = (color: 'yellow' | 'green' | 'blue' | 'pink', start: number, count: number) => ({
    ...markFrom(start, count),
    id: `${color} ${start}`,
    color,
  })

  marks.set([
    inColor('blue', 20, 10),
    { ...inColor('pink', 0, 100), hasNote: true },
    inColor('pink', 24, 2),
    inColor('pink', 90, 30),
    inColor('green', 200, 50),
    inColor('yellow', 200, 50),
  ])
  marks.draw(text, { marks: { yellow: '', green: '', blue: '', pink: '' } } as Parameters<typeof marks.draw>[1])

  assert.deepEqual(Object.fromEntries([...highlights].map(([name, ranges]) => [name, [...ranges]])), {
    'estante-blue': [
      [20, 24],
      [26, 30],
    ],
    'estante-pink': [
      [0, 20],
      [30, 100],
      [24, 26],
      [90, 120],
    ],
    'estante-yellow': [[200, 250]],
    'estante-note': [[0, 100]],
  })
  assert.deepEqual(
    [50, 18, 25, 110, 220].map((x) => marks.at(x, 10)?.id),
    ['pink 0', 'blue 20', 'pink 24', 'pink 90', 'yellow 200'],
  )
})

function markFrom(start: number, count: number) {
  return { id: String(start), start, end: start + count, color: 'yellow' as const, hasNote: false }
}

function boxAt(left: number) {
  return { left, right: left + 50, top: 0, bottom: 20, width: 50, height: 20 } as DOMRect
}

interface FakeElement {
  children: FakeElement[]
  style: { left?: string; setProperty(): void }
}

function fakeElement() {
  const element: FakeElement = { children: [], style: { setProperty() {} } }
  return Object.assign(element, {
    dataset: {},
    setAttribute() {},
    replaceChildren(...children: FakeElement[]) {
      element.children = children
    },
  })
}
