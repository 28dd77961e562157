import type { Appearance, Palette, ResolvedAppearance, Spaces, Typeface } from '../appearance/appearance.ts'
import { DARK_DRAWING } from '../pictures/dark-drawings.ts'
import { PENDING } from './chapter-parts.ts'
import { FIT } from './fit.ts'
import { HYPHENS, UNHYPHENATED } from './hyphenation.ts'
import { isJoined, JOINED } from './joined-scripts.ts'
import { SCROLLER } from './letter-boxes.ts'
import type { PageGeometry, Writing } from './page-geometry.ts'
import { BREAK } from './scene-breaks.ts'
import { PAGE_START } from './stranded-headings.ts'
import { VERSE } from './verse.ts'
import { WIDE_TITLE } from './wide-titles.ts'
// Last: before the others, Rolldown would give the reader's text a chunk of its own.

import { text as sentences } from '../text.ts'

/** The names of our typefaces in a chapter (`typefaces.ts`), which no device or book uses. */
export const TYPEFACES: Record<Typeface, string> = {
  serif: 'Estante Literata',
  sans: 'Estante Atkinson',
  dyslexic: 'Estante OpenDyslexic',
}
/** Fallbacks for missing letters, and until the typeface is loaded. */
const FAMILIES: Record<Exclude<Appearance['family'], 'original'>, string> = {
  serif: `"${TYPEFACES.serif}", "Iowan Old Style", Palatino, "Noto Serif", Georgia, serif`,
  sans: `"${TYPEFACES.sans}", system-ui, Roboto, "Noto Sans", sans-serif`,
  dyslexic: `"${TYPEFACES.dyslexic}", "Comic Sans MS", sans-serif`,
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
}
/** The default of a book without styles: a serif for screens, with a readable line length. */
const DEFAULT_LINE_HEIGHT = 1.5
const LINE_HEIGHTS = { original: null, tight: 130, normal: 155, loose: 185 }
const SPACINGS = {
  original: { paragraphSpacing: null, wordSpacing: null, letterSpacing: null },
  wide: { paragraphSpacing: 50, wordSpacing: 9, letterSpacing: 3.5 },
  wider: { paragraphSpacing: 90, wordSpacing: 18, letterSpacing: 8 },
}
const PROSE = 'p, li, dd, dt, blockquote'
const PHRASES =
  'a, abbr, acronym, b, bdi, bdo, big, cite, code, del, dfn, em, font, i, ins, kbd, label, mark, nobr, q, s, samp, small, span, strike, strong, sub, sup, time, tt, u, var'
const DRAWN = 'svg, svg *, math, math *, ruby, ruby *, img, video, audio, object'
/** WebKit draws nothing of a right-to-left line that it moves to the next page for the sake of orphans or widows. */
const LONE_LINES = 'body, body * { orphans: 1 !important; widows: 1 !important; }'

/** A long press selects text instead of opening a menu or a preview. */
const NO_CALLOUT = 'a, img, svg, image { -webkit-touch-callout: none !important; }'
/** Hides the focus ring of a jump's target, which is no control. */
const NO_TARGET_RING = '[tabindex="-1"] { outline: none !important; }'

/** The alignment of text that the book justifies. */
export const JUSTIFIED = '--estante-justified'

/** Marks the root of a chapter whose own colours give way to those of the palette. */
export const RECOLOURED = 'data-estante-recoloured'

/** Colours of the book: its own on white paper; the palette's on other papers, except in pictures. */
const COLOURS = `:root { background: var(--estante-page) !important; color: var(--estante-text); }
body { background-color: transparent !important; }
a[href] { color: var(--estante-link); }
[${RECOLOURED}], [${RECOLOURED}] body { color: var(--estante-text) !important; background-image: none !important; }
[${RECOLOURED}] body :not(a, a *, img, svg, svg *, video) {
  color: inherit !important;
  background-color: transparent !important;
  border-color: currentcolor !important;
  text-shadow: none !important;
}
[${RECOLOURED}] body a[href], [${RECOLOURED}] body a[href] * {
  color: var(--estante-link) !important;
  background-color: transparent !important;
}`

/** Black lines on a dark page would be invisible. The other hues stay. */
const DARK_DRAWINGS = `[${DARK_DRAWING}="true"] { filter: invert(1) hue-rotate(180deg) !important; }`

/** White paper would glare on a dark page: it becomes about as bright as the text. */
const DIM_PICTURES = `img:not([${DARK_DRAWING}="true"]) { filter: brightness(0.85); }`

/** Our cascade layer. It comes first, so that its `!important` rules win over the book's. */
export const LAYER = 'estante'

/** Builds the style sheet of a chapter beside its own: pages, and the member's settings except for their colours. */
export function pageStyle(geometry: PageGeometry, writing: Writing, appearance: ResolvedAppearance): string {
  const sheet = [
    everywhere(),
    appearance.flow === 'pages' ? paged(geometry, writing) : scrolled(geometry, writing),
    content(geometry, writing),
    fitted(geometry, writing),
    COLOURS,
    text(geometry, appearance),
  ].join('\n')
  // `!important` rules win in the first layer, normal rules outside of layers: include both.
  return `@layer ${LAYER} {\n${sheet}\n}\n${sheet}`
}

/**
 * Builds the style sheet of a chapter's colours. Without a layer: Chromium lays a chapter out again when a sheet with a
 * layer changes. Pictures alone in a chapter, such as covers and comics, keep their brightness.
 */
export function colourStyle(
  { isDark, page, text, accent: { accent }, marks }: Palette,
  { hasText = true }: { hasText?: boolean } = {},
): string {
  const rules = Object.entries(marks).map(
    ([color, background]) => `::highlight(${markName(color)}) { background-color: ${background}; color: ${text}; }`,
  )
  return `:root { --estante-page: ${page}; --estante-text: ${text}; --estante-link: ${accent}; }
${isDark ? DARK_DRAWINGS : ''}
${isDark && hasText ? DIM_PICTURES : ''}
/* Text stays readable over any colour of this opacity; a link, in that colour, would not. */
::selection { background: ${accent}4d; }
a[href]::selection, a[href] *::selection { color: ${text}; }
/* The member's marks (\`chapter-marks.ts\`), painted without changing the layout. */
@supports selector(::highlight(estante)) {
${rules.join('\n')}
::highlight(${markName('note')}) { text-decoration: underline; }
}`
}

/** Builds the style sheet of a page of fixed layout: its text can be selected, and nothing else changes. */
export function fixedPageStyle(): string {
  const selectable = '* { -webkit-user-select: text !important; user-select: text !important; }'
  return `@layer ${LAYER} { ${selectable} }\n${selectable}\n${NO_CALLOUT}\n${NO_TARGET_RING}`
}

/** Overrides styles that no page can follow. */
function everywhere() {
  return `
:root, body {
  display: block !important;
  position: static !important;
  float: none !important;
  transform: none !important;
  rotate: none !important;
  scale: none !important;
  translate: none !important;
  /* Below the baseline: an engine without it zooms no book. */
  zoom: 1 !important;
  contain: none !important;
  break-inside: auto !important;
  break-before: auto !important;
  break-after: auto !important;
  /* A scroll that is under way, or drawn elsewhere, would answer with another page. */
  scroll-behavior: auto !important;
  scroll-snap-type: none !important;
}
/* A style that changes over time is measured before it has changed. */
*, ::before, ::after { transition: none !important; }
body, body * {
  column-span: none !important;
  /* Below the baseline: an engine without it leaves nothing out. */
  content-visibility: visible !important;
  contain: none !important;
  -webkit-user-select: text !important;
  user-select: text !important;
}
body * { columns: auto !important; }
body [${PENDING}] { display: none !important; }
body :not(${DRAWN}) { max-block-size: none !important; }`
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
  column-fill: ${geometry.isBalanced ? 'balance' : 'auto'} !important;
  column-rule: 0 !important;
  overflow: hidden !important;
  touch-action: pinch-zoom;
  overscroll-behavior: none;
}
body { padding-block: 0 !important; }
.${SCROLLER} { touch-action: pan-x pinch-zoom !important; }
/* Half a page: swipes on the other half turn it. */
body table.${SCROLLER} {
  max-block-size: ${Math.floor(geometry.depth / 2)}px !important;
  touch-action: pan-x pan-y pinch-zoom !important;
}`
}

/** The wheel scrolls no frame in WebKit whose overscroll is contained. */
function scrolled(geometry: PageGeometry, writing: Writing) {
  return `
:root {
  ${writing.isVertical ? 'writing-mode: vertical-rl !important;' : ''}
  inline-size: auto !important;
  min-inline-size: 0 !important;
  max-inline-size: none !important;
  block-size: auto !important;
  max-block-size: none !important;
  margin: 0 !important;
  padding: 0 !important;
  border: 0 !important;
  columns: auto !important;
  min-block-size: 100%;
  overflow: ${writing.isVertical ? 'auto hidden' : 'hidden auto'} !important;
}
@supports not (-webkit-hyphens: none) { :root { overscroll-behavior: contain; } }
body { padding-block: ${geometry.blockMarginStart}px ${geometry.blockMarginEnd * 4}px !important; }`
}

function content({ room, depth, inlineMargin }: PageGeometry, writing: Writing) {
  // A percentage of a height that depends on the content is no limit: `min()` with it would be ignored.
  const [maxWidth, maxHeight] = writing.isVertical
    ? [`${depth}px`, `min(100%, ${room}px)`]
    : [`min(100%, ${room}px)`, `${depth}px`]
  const hint = `content: "⤢ ${sentences.enlarge}"; content: "⤢ ${sentences.enlarge}" / ""; padding-block: 0.3em; font: 500 max(0.75em, 12px) / 1.3 system-ui, sans-serif; text-align: end; letter-spacing: normal; opacity: 0.75;`
  return `
body {
  box-sizing: border-box !important;
  inline-size: auto !important;
  min-inline-size: 0 !important;
  max-inline-size: none !important;
  block-size: auto !important;
  min-block-size: 0 !important;
  max-block-size: none !important;
  margin: 0 !important;
  padding-inline: ${inlineMargin}px !important;
  border: 0 !important;
  columns: auto !important;
  overflow: visible !important;
  overflow-wrap: break-word;
  orphans: 2;
  widows: 2;
}
img, svg, video, object {
  box-sizing: border-box !important;
  min-width: 0 !important;
  min-height: 0 !important;
  max-width: ${maxWidth} !important;
  max-height: ${maxHeight} !important;
  object-fit: contain;
  break-inside: avoid;
}
audio { max-width: 100%; }
figure, tr { break-inside: avoid; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
caption, thead, table[data-estante-wide]::after { break-after: avoid; }
/* Below the baseline: stranded-headings.ts keeps a term with its definition. Not after every term: Chromium would break
   a list without definitions within a term, lines too early. */
dt + dd { break-before: avoid; }
/* Below the baseline: Firefox leaves headings at the end of a page. */
[${PAGE_START}] { break-before: column !important; }
/* Below the baseline: Chromium before 146 and Firefox before 121 leave the lines as they are. */
[${VERSE}] { text-indent: 1.5em hanging each-line !important; }
pre, pre * { white-space: pre-wrap !important; overflow-wrap: anywhere; }
${writing.isRightToLeft && !writing.isVertical ? LONE_LINES : ''}
/* A box of a fixed width would reach over the next page, and one of the whole width with its padding. */
:where(body :not(${DRAWN}, table, table *)) { max-inline-size: 100%; max-inline-size: -moz-available; max-inline-size: -webkit-fill-available; }
table { max-inline-size: 100% !important; max-inline-size: -moz-available !important; max-inline-size: -webkit-fill-available !important; }
table[data-estante-wide] { font-size: 0.85em !important; }
table[data-estante-wide="small"] { font-size: 0.7em !important; }
table[data-estante-wide] :is(td, th) { padding-inline: 0.2em !important; }
/* Cells with a string that is longer than a word, found by tables.ts. */
[data-estante-long] { overflow-wrap: anywhere; min-inline-size: 5em; }
math { overflow-wrap: normal !important; }
math[data-estante-wide] { font-size: var(--estante-fitting) !important; }
math[data-estante-wide="shrunk"] { caret-color: transparent; }
/* A hint that the table or formula can be opened. In the flow, so that it covers nothing and is measured with it. */
table[data-estante-wide]::after { display: table-caption; caption-side: top; ${hint} }
/* Also where fit.ts opens and divides boxes: its columns would be beside the page. */
body table.${SCROLLER} { display: block !important; overflow: auto !important; break-inside: avoid !important; }
table.${SCROLLER} :is(td, th) { min-inline-size: 4em !important; }
table.${SCROLLER} [data-estante-long] { min-inline-size: 12em !important; }
table.${SCROLLER} caption { position: sticky; inset-inline-start: 0; box-sizing: border-box !important; inline-size: ${Math.floor(room)}px !important; }
table.${SCROLLER}::after { content: none; }
.${SCROLLER}::before { display: block; position: sticky; left: 0; ${hint} }
${NO_CALLOUT}
[data-estante-opens] { cursor: zoom-in; }
${NO_TARGET_RING}
a { text-decoration-thickness: from-font; text-underline-offset: 0.15em; }`
}

/** Overrides the styles that `fit.ts` found to hide letters. */
function fitted({ room, depth }: PageGeometry, writing: Writing) {
  const remedies: Record<string, string> = {
    break: 'break-inside: auto; orphans: 1; widows: 1',
    display: 'display: block',
    overflow:
      'overflow: visible; block-size: auto; min-block-size: 0; aspect-ratio: auto; clip: auto; clip-path: none; -webkit-mask: none; -webkit-line-clamp: none',
    position: 'position: static; float: none; inset: auto',
    margin: 'margin: 0; text-indent: 0; padding: 0; border-width: 0',
    wrap: 'white-space: normal; overflow-wrap: anywhere; word-break: normal',
    size: 'inline-size: auto; min-inline-size: 0; max-inline-size: 100%',
    transform: 'transform: none; rotate: none; scale: none; translate: none; perspective: none; zoom: 1',
    writing: `writing-mode: ${writing.isVertical ? 'vertical-rl' : 'horizontal-tb'}; text-orientation: mixed`,
    huge: `font-size: ${Math.round(Math.min(room / 4, depth / 6))}px`,
    tiny: 'font-size: 0.6rem',
    spacing: 'letter-spacing: normal; word-spacing: normal; line-height: normal',
  }
  const rule = (selector: string, declarations: string) =>
    `${selector} { ${declarations.replace(/(;|$)/g, ' !important$1')} }`
  const rules = Object.entries(remedies).map(([reason, declarations]) =>
    rule(`[${FIT}~="${reason}"]:not(svg *, math *)`, declarations),
  )
  const all = `[${FIT}~="plain"]`
  const { display: _display, huge: _huge, tiny: _tiny, margin = '', ...others } = remedies
  return [
    ...rules,
    rule(`:is(${PHRASES})[${FIT}~="display"]`, 'display: inline'),
    rule(`${all}:not(${DRAWN})`, `display: block; ${Object.values(others).join('; ')}`),
    // The margins of the page are the body's padding.
    rule(`${all}:not(${DRAWN}, body)`, margin),
    rule(`table${all} :is(table, thead, tbody, tfoot, tr, td, th, caption)`, 'display: block; inline-size: auto'),
    rule(`:is(${PHRASES})${all}`, 'display: inline'),
    rule(
      `${all}:is(img, svg, video, object)`,
      `display: block; ${others.position}; ${margin}; ${others.transform}; block-size: auto; ${others.size}`,
    ),
  ].join('\n')
}

/** Returns the name of the highlight for a colour or for notes, which no book uses. */
export function markName(kind: string) {
  return `estante-${kind}`
}

/** Replaces the generic families in a book's fonts with our typefaces: the device's vary in quality. */
export function withOurTypefaces(fontFamily: string): string {
  return fontFamily.replace(/(^|,\s*)(serif|sans-serif|ui-serif|ui-sans-serif)(?=\s*(,|$))/g, (_, before, generic) => {
    return before + (generic.endsWith('sans-serif') ? FAMILIES.sans : FAMILIES.serif)
  })
}

function text({ fontPx }: PageGeometry, appearance: Appearance) {
  const { family, align } = appearance
  const rules = [
    `:root { font-size: ${fontPx}px !important; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }`,
    `:where(:root) { font-family: ${FAMILIES.serif}; line-height: ${DEFAULT_LINE_HEIGHT}; }`,
    ':where(h1, h2, h3, h4, h5, h6) { line-height: 1.2; text-wrap: balance; }',
    // In place of the engine's 40 pixels, which numbers of larger text leave.
    ':where(ol, ul) { padding-inline-start: 2.35em; }',
  ]
  if (family !== 'original') {
    rules.push(
      `:root, body, body :not(code, code *, pre, pre *, svg *, math *) { font-family: ${FAMILIES[family]} !important; }`,
    )
  }
  if (align !== 'original') {
    const hyphens = align === 'justify' ? 'auto' : 'manual'
    rules.push(
      `body :is(${PROSE}) { text-align: ${align} !important; -webkit-hyphens: ${hyphens}; hyphens: ${hyphens}; }`,
    )
    // With `text-wrap: pretty` some lines end too early, and have gaps when they are justified.
    if (align === 'justify') rules.push(`body :is(${PROSE}) { text-wrap-style: auto !important; }`)
  }
  if (align === 'original') {
    rules.push(
      `:root[${HYPHENS}="none"] { ${JUSTIFIED}: start; }`,
      `:where(:root[${HYPHENS}="engine"]) { -webkit-hyphens: auto; hyphens: auto; }`,
      `:where(:root[${HYPHENS}="engine"]) :where(${UNHYPHENATED}) { -webkit-hyphens: manual; hyphens: manual; }`,
    )
  }
  rules.push(...spacesBetween(appearance))
  for (const hyphens of ['manual', 'auto']) {
    rules.push(`[${HYPHENS}="${hyphens}"] { -webkit-hyphens: ${hyphens} !important; hyphens: ${hyphens} !important; }`)
  }
  rules.push(
    `[${WIDE_TITLE}="shrunk"] { font-size: var(--estante-fitting) !important; }`,
    `[${WIDE_TITLE}="hyphenated"] { -webkit-hyphens: auto !important; hyphens: auto !important; }`,
  )
  return rules.join('\n')
}

/** Styles a paragraph of the book that opens over a page: in the member's size, typeface and spaces. */
export function noteStyle(appearance: Appearance, text: string) {
  const { size, family } = appearance
  const { lineSpacing, wordSpacing, letterSpacing } = spacesOf(appearance)
  return {
    fontSize: `calc(var(--title-sm) * ${size / 100})`,
    ...(family !== 'original' && { fontFamily: FAMILIES[family] }),
    ...(lineSpacing !== null && { lineHeight: lineSpacing / 100 }),
    ...(wordSpacing !== null && { wordSpacing: `${wordSpacing / 100}em` }),
    ...(letterSpacing !== null && !isJoined(text) && { letterSpacing: `${letterSpacing / 100}em` }),
  }
}

/** Returns the member's own spaces, or the presets'. */
export function spacesOf(appearance: Appearance): Spaces {
  const preset = SPACINGS[appearance.spacing]
  return {
    lineSpacing: appearance.lineSpacing ?? LINE_HEIGHTS[appearance.lineHeight],
    paragraphSpacing: appearance.paragraphSpacing ?? preset.paragraphSpacing,
    wordSpacing: appearance.wordSpacing ?? preset.wordSpacing,
    letterSpacing: appearance.letterSpacing ?? preset.letterSpacing,
  }
}

function spacesBetween(appearance: Appearance) {
  const rules: string[] = []
  const { lineSpacing, paragraphSpacing, wordSpacing, letterSpacing } = spacesOf(appearance)
  if (lineSpacing !== null) {
    rules.push(`body, body :is(${PROSE}, div, section) { line-height: ${lineSpacing / 100} !important; }`)
  }
  for (const [property, percent] of [
    ['letter-spacing', letterSpacing],
    ['word-spacing', wordSpacing],
  ] as const) {
    if (percent === null) continue
    rules.push(
      `body :is(${PROSE}, div, section) { ${property}: ${percent / 100}em !important; }`,
      `body svg { ${property}: normal !important; }`,
    )
  }
  if (letterSpacing !== null) rules.push(`body [${JOINED}] { letter-spacing: normal !important; }`)
  if (paragraphSpacing !== null) {
    // Without more specificity: a remedy for letters off the page wins.
    const ordinary = `:where(:not([${BREAK}]))`
    rules.push(`body :is(p, li, dd)${ordinary} { margin-block-end: ${paragraphSpacing / 100}em !important; }`)
    // A preset adds space to the book's; an adjusted value is exact.
    if (appearance.paragraphSpacing !== null) rules.push(`body p${ordinary} { margin-block-start: 0 !important; }`)
  }
  return rules
}
