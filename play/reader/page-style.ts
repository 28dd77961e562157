import type { Appearance, Palette } from './appearance.ts'
import type { PageGeometry, Writing } from './page-geometry.ts'

const FAMILIES = {
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif',
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
}
const LINE_HEIGHTS = { tight: 1.3, normal: 1.55, loose: 1.85 }
const PROSE = 'p, li, dd, dt, blockquote'

/** The style sheet a chapter gets besides its own: what makes pages of it, and what the member chose. */
export function pageStyle(
  geometry: PageGeometry,
  writing: Writing,
  appearance: Appearance,
  palette: Palette,
  keepsColours: boolean,
): string {
  return [
    appearance.flow === 'pages' ? paged(geometry, writing) : scrolled(geometry, writing),
    content(geometry, writing),
    colours(palette, keepsColours),
    text(geometry, appearance),
  ].join('\n')
}

function paged(geometry: PageGeometry, writing: Writing) {
  return `
:root {
  ${writing.isVertical ? 'writing-mode: vertical-rl !important;' : ''}
  box-sizing: border-box !important;
  inline-size: ${geometry.inlineSize}px !important;
  block-size: ${geometry.blockSize}px !important;
  min-inline-size: 0 !important;
  max-inline-size: none !important;
  margin: 0 !important;
  padding-inline: 0 !important;
  padding-block: ${geometry.blockMarginStart}px ${geometry.blockMarginEnd}px !important;
  border: 0 !important;
  column-count: auto !important;
  column-width: ${geometry.inlineSize / geometry.columns}px !important;
  column-gap: 0 !important;
  column-fill: auto !important;
  column-rule: 0 !important;
  overflow: hidden !important;
  touch-action: pinch-zoom;
  overscroll-behavior: none;
}
body { padding-block: 0 !important; }`
}

function scrolled(geometry: PageGeometry, writing: Writing) {
  return `
:root {
  ${writing.isVertical ? 'writing-mode: vertical-rl !important;' : ''}
  margin: 0 !important;
  padding: 0 !important;
  min-block-size: 100%;
  overflow: auto !important;
  overscroll-behavior: contain;
}
body { padding-block: ${geometry.blockMarginStart}px ${geometry.blockMarginEnd * 4}px !important; }`
}

function content(geometry: PageGeometry, writing: Writing) {
  const room = geometry.inlineSize / geometry.columns - geometry.inlineMargin * 2
  const depth = geometry.blockSize - geometry.blockMarginStart - geometry.blockMarginEnd
  const [maxWidth, maxHeight] = writing.isVertical ? [depth, room] : [room, depth]
  return `
body {
  box-sizing: border-box !important;
  position: static !important;
  float: none !important;
  inline-size: auto !important;
  min-inline-size: 0 !important;
  max-inline-size: none !important;
  block-size: auto !important;
  min-block-size: 0 !important;
  max-block-size: none !important;
  margin: 0 !important;
  padding-inline: ${geometry.inlineMargin}px !important;
  border: 0 !important;
  columns: auto !important;
  overflow: visible !important;
  overflow-wrap: break-word;
  transform: none !important;
  orphans: 2;
  widows: 2;
}
img, svg, video, canvas, object {
  box-sizing: border-box !important;
  max-width: min(100%, ${maxWidth}px) !important;
  max-height: ${maxHeight}px !important;
  object-fit: contain;
  break-inside: avoid;
}
audio { max-width: 100%; }
figure, tr { break-inside: avoid; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
pre, pre * { white-space: pre-wrap !important; overflow-wrap: anywhere; }
table { max-inline-size: 100% !important; }
table[data-estante-wide] { font-size: 0.85em !important; }
table[data-estante-wide="small"] { font-size: 0.7em !important; }
table[data-estante-wide] :is(td, th) { padding-inline: 0.2em !important; }
table[data-estante-wide="broken"] :is(td, th) { overflow-wrap: anywhere; }
a { text-decoration-thickness: from-font; text-underline-offset: 0.15em; }
::selection { background: rgb(87 155 125 / 40%); }`
}

/** On white paper a book keeps the colours it came with; on sepia and dark it takes ours, pictures aside. */
function colours(palette: Palette, keepsColours: boolean) {
  const own = `:root { background: ${palette.page} !important; color: ${palette.text}; }
body { background-color: transparent !important; }
a[href] { color: ${palette.link}; }`
  if (keepsColours) return own
  return `${own}
:root, body { color: ${palette.text} !important; background-image: none !important; }
body :not(a, a *, img, svg, svg *, video) {
  color: inherit !important;
  background-color: transparent !important;
  border-color: currentcolor !important;
  text-shadow: none !important;
}
body a[href], body a[href] * { color: ${palette.link} !important; background-color: transparent !important; }`
}

function text({ fontPx }: PageGeometry, { family, lineHeight, align }: Appearance) {
  const rules = [`:root { font-size: ${fontPx}px !important; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }`]
  if (family !== 'original') {
    rules.push(
      `:root, body, body :not(code, code *, pre, pre *, svg *, math *) { font-family: ${FAMILIES[family]} !important; }`,
    )
  }
  if (lineHeight !== 'original') {
    rules.push(`body, body :is(${PROSE}, div, section) { line-height: ${LINE_HEIGHTS[lineHeight]} !important; }`)
  }
  if (align !== 'original') {
    const hyphens = align === 'justify' ? 'auto' : 'manual'
    rules.push(
      `body :is(${PROSE}) { text-align: ${align} !important; -webkit-hyphens: ${hyphens}; hyphens: ${hyphens}; }`,
    )
  }
  return rules.join('\n')
}
