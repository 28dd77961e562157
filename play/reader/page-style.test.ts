import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { defaultAppearance, palettes } from './appearance.ts'
import { pageGeometry } from './page-geometry.ts'
import { pageStyle } from './page-style.ts'

const horizontal = { isVertical: false, isRightToLeft: false }

describe('the page of a book', () => {
  it('opens no menu of iOS where a link or a picture is pressed long', () => {
    const look = { ...defaultAppearance, flow: 'pages' } as const
    const geometry = pageGeometry(390, 844, horizontal, look)

    const sheet = pageStyle(geometry, horizontal, look, palettes.light, true)

    assert.match(sheet, /^a, img, svg, image \{ -webkit-touch-callout: none !important; \}$/m)
  })

  it('has room for the bar over pages, and none where the bar stands apart', () => {
    const top = (flow: 'pages' | 'scroll', isShort: boolean) =>
      pageGeometry(390, 844, horizontal, { ...defaultAppearance, flow }, isShort).blockMarginStart

    const tops = [top('pages', false), top('pages', true), top('scroll', false)]

    assert.deepEqual(tops, [60, 24, 24])
  })

  it('has a margin beside its lines, or letters that lean over would be cut at the edge', () => {
    const margins = [320, 390, 820, 1280].map(
      (width) => pageGeometry(width, 740, horizontal, { ...defaultAppearance, flow: 'pages' }, false).inlineMargin,
    )

    assert.ok(
      margins.every((margin) => margin >= 12),
      String(margins),
    )
  })

  it('never asks a document whether its fonts are ready, which ends the page in iOS before 17', async () => {
    const files = (await readdir(import.meta.dirname)).filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))

    const sources = await Promise.all(files.map((name) => readFile(`${import.meta.dirname}/${name}`, 'utf8')))
    const code = sources.map((source) => source.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')).join('\n')

    assert.match(code, /fonts\?\.addEventListener\('loadingdone'/)
    assert.doesNotMatch(code, /fonts\??\.ready/)
  })
})
