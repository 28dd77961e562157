import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contrast } from '@estante/contract/accent.ts'
import { type Appearance, palettes, toAppearance } from '../appearance/appearance.ts'
import { pageGeometry } from './page-geometry.ts'
import { colourStyle, noteStyle, pageStyle, withOurTypefaces } from './page-style.ts'

const horizontal = { isVertical: false, isRightToLeft: false }

describe('the page of a book', () => {
  it('suppresses the iOS menu on links and pictures', () => {
    const look = { ...toAppearance({}), flow: 'pages' } as const
    const geometry = pageGeometry(390, 844, horizontal, look)

    const sheet = pageStyle(geometry, horizontal, look)

    assert.match(sheet, /^a, img, svg, image \{ -webkit-touch-callout: none !important; \}$/m)
  })

  it('contains the overscroll of a chapter except in WebKit, where its wheel would not scroll it', () => {
    const look = { ...toAppearance({}), flow: 'scroll' } as const
    const geometry = pageGeometry(390, 844, horizontal, look)

    const sheet = pageStyle(geometry, horizontal, look)

    assert.deepEqual(
      new Set(sheet.match(/^.*overscroll-behavior.*$/gm)),
      new Set(['@supports not (-webkit-hyphens: none) { :root { overscroll-behavior: contain; } }']),
    )
  })

  it('keeps selected text, and links in it, readable over any accent', () => {
    for (const [theme, palette] of Object.entries(palettes)) {
      for (const accent of ['#000000', '#ffffff']) {
        const branded = { ...palette, accent: { ...palette.accent, accent } }

        const sheet = colourStyle(branded)

        const [, color = '', alpha = ''] = /^::selection \{ background: (#.{6})(..); \}$/m.exec(sheet) ?? []
        assert.equal(color, accent)
        assert.match(
          sheet,
          new RegExp(`^a\\[href\\]::selection, a\\[href\\] \\*::selection \\{ color: ${palette.text}; \\}$`, 'm'),
        )
        const ratio = contrast(palette.text, mix(accent, palette.page, Number.parseInt(alpha, 16) / 255))
        assert.ok(ratio >= 4.5, `${accent} on ${theme} is ${ratio.toFixed(2)}`)
      }
    }
  })

  it('dims pictures beside text on a dark page, so that white is hardly brighter than the text', () => {
    const dimmed = /^img:not\(.+\) \{ filter: brightness\(([\d.]+)\); \}$/m

    const [, brightness] = dimmed.exec(colourStyle(palettes.dark)) ?? []

    const white = mix('#ffffff', '#000000', Number(brightness))
    assert.ok(contrast(white, palettes.dark.text) < 1.05)
    assert.doesNotMatch(colourStyle(palettes.sepia), dimmed)
    assert.doesNotMatch(colourStyle(palettes.dark, { hasText: false }), dimmed)
  })

  it('spaces the letters of a note, but not of one in a joined script', () => {
    const look = toAppearance({ letterSpacing: 10 })

    assert.equal(noteStyle(look, 'Uma saudação').letterSpacing, '0.1em')
    assert.equal(noteStyle(look, 'Em árabe: السلام عليكم').letterSpacing, undefined)
  })

  it('leaves room for the bar over pages, and none where the bar has its own row', () => {
    const top = (width: number, flow: 'pages' | 'scroll', isSmall: boolean) =>
      pageGeometry(width, 844, horizontal, { ...toAppearance({}), flow }, { isSmall }).blockMarginStart

    const tops = [top(390, 'pages', false), top(390, 'pages', true), top(390, 'scroll', false)]
    const belowStayingBar = top(1280, 'pages', false)

    assert.deepEqual(tops, [60, 24, 24])
    assert.equal(belowStayingBar, 72)
  })

  it('has side margins, so that overhanging letters are not cut off', () => {
    const margins = [320, 390, 820, 1280].map(
      (width) => pageGeometry(width, 740, horizontal, { ...toAppearance({}), flow: 'pages' }).inlineMargin,
    )

    assert.ok(
      margins.every((margin) => margin >= 12),
      String(margins),
    )
  })

  it('has margins as wide as the member chose, in windows of any width', () => {
    const sizes = ['narrow', 'normal', 'wide'] as const

    for (const width of [320, 390, 820, 1280]) {
      const [narrow, normal, wide] = sizes.map((size) => {
        const look = { ...toAppearance({ margins: size }), flow: 'pages' } as const
        return pageGeometry(width, 740, horizontal, look).inlineMargin
      }) as [number, number, number]

      assert.ok(narrow < normal && normal < wide, `${width} px: ${narrow}, ${normal}, ${wide}`)
    }
  })

  it('adds the paragraph space of a preset to the book’s, and replaces it with the member’s own', () => {
    const rulesOf = (change: Partial<Appearance>) => {
      const look = { ...toAppearance({}), ...change, flow: 'pages' } as const
      const sheet = pageStyle(pageGeometry(390, 844, horizontal, look), horizontal, look)
      return sheet.split('\n').filter((rule) => /^body (?!svg).*(margin-block-|-spacing: \d|line-height)/.test(rule))
    }

    assert.deepEqual(rulesOf({}), [])
    assert.match(rulesOf({ spacing: 'wide' }).join(), /margin-block-end: 0.5em !important/)
    assert.doesNotMatch(rulesOf({ spacing: 'wide' }).join(), /margin-block-start/)
    assert.match(rulesOf({ spacing: 'wide', paragraphSpacing: 200 }).join(), /end: 2em !important.*start: 0 !important/)
  })

  it('replaces generic families with our typefaces, and keeps the fonts that a book names', () => {
    const [serif, named, mono] = ['serif', 'Garamond, sans-serif', 'monospace'].map(withOurTypefaces)

    assert.match(serif!, /^"Estante Literata", .*serif$/)
    assert.match(named!, /^Garamond, "Estante Atkinson", .*sans-serif$/)
    assert.equal(mono, 'monospace')
  })

  it('centres the single page of a chapter in a wide window', () => {
    const look = { ...toAppearance({}), flow: 'pages' } as const
    const geometry = (isLone: boolean) => pageGeometry(1280, 800, horizontal, look, { isLone })

    const [spread, lone] = [geometry(false), geometry(true)]

    assert.deepEqual([spread.columns, lone.columns], [2, 1])
    assert.ok(lone.room <= 31 * lone.fontPx + 1)
  })

  it('indents lists by the size of the text, unless the book says otherwise', () => {
    const look = { ...toAppearance({}), flow: 'pages' } as const
    const sheet = pageStyle(pageGeometry(390, 844, horizontal, look), horizontal, look)

    assert.match(sheet, /^:where\(ol, ul\) \{ padding-inline-start: 2.35em; \}$/m)
  })
})

/** Paints a colour over another one. */
function mix(color: string, under: string, alpha: number) {
  const parts = [1, 3, 5].map((at) => {
    const [over, below] = [color, under].map((one) => Number.parseInt(one.slice(at, at + 2), 16)) as [number, number]
    return Math.round(over * alpha + below * (1 - alpha))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
