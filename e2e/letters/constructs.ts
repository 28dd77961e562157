/** A layout construct found in books. */
export interface Construct {
  /** Declarations of its element. */
  css?: string
  /** Wraps the content; a `div` by default. `style` is among the attributes. */
  html?: (inside: string, attributes: string) => string
}

const box = (tag: string) => (inside: string, attributes: string) => `<${tag}${attributes}>${inside}</${tag}>`

/** Layout constructs that occur in books, or in the bug trackers of other readers. */
export const CONSTRUCTS: Record<string, Construct> = {
  plain: {},
  section: { html: box('section') },
  'inline-block': { css: 'display: inline-block' },
  'inline-block wide': { css: 'display: inline-block; width: 100%' },
  'inline-flex': { css: 'display: inline-flex' },
  'inline-grid': { css: 'display: inline-grid' },
  'inline-table': { css: 'display: inline-table' },
  'flow-root': { css: 'display: flow-root' },
  flex: { css: 'display: flex' },
  'flex column': { css: 'display: flex; flex-direction: column' },
  'flex without shrinking': {
    css: 'display: flex; gap: 2em',
    html: (inside, attributes) =>
      `<div${attributes}><div style="flex: none">${inside}</div><div style="flex: 1">ao lado</div></div>`,
  },
  grid: {
    css: 'display: grid; grid-template-columns: 1fr 1fr',
    html: (inside, attributes) => `<div${attributes}><div>${inside}</div><div>ao lado</div></div>`,
  },
  'grid of fixed columns': {
    css: 'display: grid; grid-template-columns: 300px 300px 300px',
    html: (inside, attributes) => `<div${attributes}><div>${inside}</div><div>a</div><div>ao lado</div></div>`,
  },
  'list item': { html: (inside, attributes) => `<ul><li${attributes}>${inside}</li><li>outro</li></ul>` },
  'definition list': { html: (inside, attributes) => `<dl${attributes}><dt>Termo</dt><dd>${inside}</dd></dl>` },
  blockquote: { html: box('blockquote') },
  figure: {
    html: (inside, attributes) =>
      `<figure${attributes}><img src="wide.svg" alt="figura"/><figcaption>${inside}</figcaption></figure>`,
  },
  fieldset: { html: (inside, attributes) => `<fieldset${attributes}><legend>Legenda</legend>${inside}</fieldset>` },
  details: {
    html: (inside, attributes) => `<details${attributes}><summary>Resumo</summary>${inside}</details>`,
  },
  heading: { html: (inside, attributes) => `<h2${attributes}>Um título do capítulo</h2>${inside}` },
  table: {
    html: (inside, attributes) =>
      `<table${attributes}><tr><td>${inside}</td><td>segunda</td></tr><tr><td>fim</td><td>da tabela</td></tr></table>`,
  },
  'table of many columns': {
    css: 'border-collapse: collapse; border: 1px solid',
    html: (inside, attributes) =>
      `<table${attributes}><thead><tr>${'<th>Cabeçalho</th>'.repeat(7)}</tr></thead><tbody><tr><td>${inside}</td>${'<td>extraordinariamente</td>'.repeat(6)}</tr></tbody></table>`,
  },
  'table of wide cells': {
    html: (inside, attributes) =>
      `<table${attributes}><tr><td width="400">${inside}</td><td style="white-space: nowrap">uma célula que não se parte em lugar nenhum</td></tr></table>`,
  },
  'table of fixed layout': {
    css: 'table-layout: fixed; width: 700px',
    html: (inside, attributes) => `<table${attributes}><tr><td>${inside}</td><td>segunda</td></tr></table>`,
  },
  'display table': { css: 'display: table' },
  'display table-cell': { css: 'display: table-cell' },
  'vertically centred': { css: 'display: table-cell; height: 100vh; vertical-align: middle' },
  'float start': { css: 'float: left; width: 45%' },
  'float end': { css: 'float: right; width: 80%' },
  'float whole': { css: 'float: left; width: 100%' },
  'float out': { css: 'float: left; margin-left: -4em; width: 12em' },
  absolute: { css: 'position: absolute' },
  'absolute low': { css: 'position: absolute; bottom: 0; right: 0' },
  'absolute in a relative box': {
    css: 'position: relative',
    html: (inside, attributes) =>
      `<div${attributes}><div style="position: absolute; top: 3em; left: 20%; width: 90%">${inside}</div></div>`,
  },
  'absolute away': { css: 'position: absolute; top: -80px; left: 110%' },
  fixed: { css: 'position: fixed; top: 0; left: 0' },
  relative: { css: 'position: relative; left: -40px; top: 30px' },
  'relative away': { css: 'position: relative; left: 60%' },
  sticky: { css: 'position: sticky; top: 0' },
  'overflow hidden': { css: 'overflow: hidden' },
  'overflow hidden of fixed height': { css: 'overflow: hidden; height: 5em' },
  'overflow hidden of fixed width': { css: 'overflow: hidden; width: 60px' },
  'overflow auto': { css: 'overflow: auto' },
  'overflow scroll of greatest height': { css: 'overflow-y: scroll; max-height: 12em' },
  'overflow clip': { css: 'overflow: clip; max-height: 200px' },
  'fixed height': { css: 'height: 3em' },
  'height of the view': { css: 'height: 100vh' },
  'least height of the view': { css: 'min-height: 130vh' },
  'width of the view': { css: 'width: 100vw' },
  'more than the view': { css: 'width: 160vw' },
  'fixed width': { css: 'width: 900px' },
  'least width': { css: 'min-width: 1500px' },
  'least width in ems': { css: 'min-width: 50em' },
  'content width': { css: 'width: max-content' },
  'no width': { css: 'width: 0' },
  'line clamp': { css: 'display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden' },
  ellipsis: { css: 'white-space: nowrap; overflow: hidden; text-overflow: ellipsis' },
  'clip path': { css: 'clip-path: inset(20% 0 0 0)' },
  clip: { css: 'position: absolute; clip: rect(0 10px 10px 0)' },
  'content visibility': { css: 'content-visibility: auto' },
  'content visibility of a size': { css: 'content-visibility: auto; contain-intrinsic-size: 100px 80px' },
  contain: { css: 'contain: content' },
  'contain size': { css: 'contain: size; height: 4em' },
  'contain strict': { css: 'contain: strict; height: 40px; width: 90%' },
  'aspect ratio': { css: 'aspect-ratio: 4; overflow: hidden' },
  columns: { css: 'columns: 2' },
  'columns of a width': { css: 'column-width: 12em; column-gap: 3em; height: 20em' },
  'column span': { css: 'column-span: all' },
  'webkit column span': { css: '-webkit-column-span: all' },
  'break before': { css: 'break-before: page' },
  'page break before': { css: 'page-break-before: always' },
  'page break after': { css: 'page-break-after: always' },
  'break before right': { css: 'break-before: right' },
  'break after column': { css: 'break-after: column' },
  'no break inside': { css: 'break-inside: avoid' },
  'no page break inside': { css: 'page-break-inside: avoid; page-break-after: avoid' },
  'many orphans': { css: 'orphans: 99; widows: 99' },
  rotated: { css: 'transform: rotate(90deg)' },
  turned: { css: 'rotate: 180deg' },
  'scaled up': { css: 'transform: scale(1.6)' },
  'scaled down': { css: 'transform: scale(0.5)' },
  moved: { css: 'transform: translateX(70%)' },
  'moved up': { css: 'translate: 0 -120%' },
  perspective: { css: 'perspective: 300px; transform: rotateY(40deg)' },
  zoomed: { css: 'zoom: 2.5' },
  'negative start margin': { css: 'margin-left: -60px' },
  'negative end margin': { css: 'margin-right: -90px' },
  'negative top margin': { css: 'margin-top: -200px' },
  'negative sides': { css: 'margin: 0 -25%' },
  'wide margins': { css: 'margin: 0 45%' },
  'wide padding': { css: 'padding: 1em 50%' },
  'margins of the view': { css: 'margin-top: 80vh; margin-left: 20vw' },
  'wide margin in pixels': { css: 'margin-left: 300px; margin-right: 200px' },
  'wide border': { css: 'border: 60px solid silver' },
  hanging: { css: 'text-indent: -3em' },
  'hanging with padding': { css: 'padding-left: 2em; text-indent: -2em' },
  'indented away': { css: 'text-indent: 400px' },
  'without wrapping': { css: 'white-space: nowrap' },
  pre: {
    html: (inside, attributes) =>
      `<pre${attributes}>uma linha de programa muito mais longa do que qualquer página de um telefone consegue mostrar de uma vez só\n\n${inside.replaceAll('</p><p>', '\n').replace(/<\/?p>/g, '')}</pre>`,
  },
  'white space of a program': { css: 'white-space: pre' },
  'words kept whole': { css: 'word-break: keep-all; overflow-wrap: normal; hyphens: none' },
  'long words': {
    html: (inside, attributes) =>
      `<div${attributes}><p>${'anticonstitucionalissimamente'.repeat(5)}</p>${inside}</div>`,
  },
  'long address': {
    html: (inside, attributes) =>
      `<p${attributes}><a href="https://exemplo.com.br/">https://exemplo.com.br/${'um-caminho-sem-fim/'.repeat(8)}</a></p>${inside}`,
  },
  'tiny type': { css: 'font-size: 3px' },
  'tiny in parts': { css: 'font-size: 0.25em' },
  'huge type': { css: 'font-size: 5em' },
  'huge in pixels': { css: 'font-size: 150px' },
  'type of the view': { css: 'font-size: 14vw' },
  'line height zero': { css: 'line-height: 0' },
  'line height small': { css: 'line-height: 0.3' },
  'line height large': { css: 'line-height: 6' },
  'line height of the view': { css: 'line-height: 100vh' },
  'letter spacing': { css: 'letter-spacing: 2em' },
  'letter spacing below zero': { css: 'letter-spacing: -0.7em' },
  'word spacing': { css: 'word-spacing: 12em' },
  'first letter': {
    css: '',
    html: (inside, attributes) => `<div class="drop"><div${attributes}>${inside}</div></div>`,
  },
  justified: { css: 'text-align: justify; text-align-last: justify' },
  'text at the end': { css: 'text-align: right; direction: rtl' },
  vertical: { css: 'writing-mode: vertical-rl' },
  'vertical of a height': { css: 'writing-mode: vertical-lr; height: 400px' },
  sideways: { css: 'writing-mode: horizontal-tb' },
  'display contents': { css: 'display: contents' },
  'wide picture': { html: (inside, attributes) => `<img${attributes} src="wide.svg" alt="larga"/>${inside}` },
  'tall picture': { html: (inside, attributes) => `<img${attributes} src="tall.svg" alt="alta"/>${inside}` },
  'picture of the view': {
    html: (inside, attributes) =>
      `<img${attributes} src="tall.svg" alt="alta" style="height: 100vh; width: auto"/>${inside}`,
  },
  'picture of a width': {
    html: (inside, attributes) =>
      `<p><img${attributes} src="wide.svg" alt="larga" style="width: 900px; height: 600px; min-width: 900px"/></p>${inside}`,
  },
  'floating picture': {
    html: (inside, attributes) =>
      `<img${attributes} src="tall.svg" alt="alta" style="float: left; width: 60%"/>${inside}`,
  },
  drawing: {
    html: (inside, attributes) =>
      `<svg${attributes} xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900"><rect width="1200" height="900" fill="silver"/></svg>${inside}`,
  },
  ruby: {
    html: (inside, attributes) =>
      `<p${attributes}><ruby>漢字<rt>かんじ</rt></ruby> ${'<ruby>文<rt>ぶん</rt></ruby>'.repeat(12)}</p>${inside}`,
  },
  opacity: { css: 'opacity: 0.9; filter: blur(0)' },
  inline: { css: 'display: inline', html: box('div') },
  'inline over blocks': { html: box('span') },
  centred: { html: (inside, attributes) => `<center${attributes}>${inside}</center>` },
}

/** In a list of their own, so that the chapters of earlier seeds do not change. */
export const OTHER_CONSTRUCTS: Record<string, Construct> = {
  'wide formula': {
    html: (inside, attributes) =>
      `<div${attributes}>${inside}<math xmlns="http://www.w3.org/1998/Math/MathML"><mtable><mtd></mtd><mtd>${'<mi>a</mi>'.repeat(20)}</mtd><mtr><mtd></mtd><mfenced separators="">${'<mi>a</mi>'.repeat(22)}</mfenced></mtr></mtable></math></div>`,
  },
}

/** Styles of a book for the whole page. */
export const PAGE_RULES: string[] = [
  'html, body { height: 100% }',
  'html { overflow: hidden; height: 100% }',
  'body { overflow: auto; height: 100vh }',
  'body { columns: 2 }',
  'body { display: flex }',
  'body { display: flex; flex-direction: column; justify-content: center; min-height: 100vh }',
  'body { display: grid }',
  'body { display: inline-block }',
  'body { display: table }',
  'body { position: absolute; width: 600px }',
  'body { position: relative; left: -30px }',
  'body { margin: 3em !important; padding: 2em !important }',
  'html body { padding: 0 !important; width: 100vw !important; max-width: 900px !important }',
  'html { padding: 20% !important; margin: 30px !important }',
  'html { font-size: 40px !important }',
  'html { display: flex }',
  'html { column-count: 3; column-width: 50px !important }',
  'body { margin: -20px }',
  'body { line-height: 1.2; break-inside: avoid; white-space: nowrap }',
  'body { contain: strict; content-visibility: auto }',
  'body { transform: scale(0.8); transform-origin: 0 0 }',
  'body { text-indent: -2em; letter-spacing: 0.4em }',
  'p { break-inside: avoid }',
  'p { page-break-inside: avoid; margin: 0 -10px; text-indent: -20px }',
  'div { overflow: hidden }',
  'p { display: inline-block; width: 100% }',
  'p { white-space: nowrap }',
  'div { break-before: page }',
  '* { max-height: 100vh; overflow: hidden }',
  '* { box-sizing: border-box; min-width: 40% }',
  '* { position: relative }',
  'p { width: 130% }',
  '.drop p::first-letter { font-size: 400%; float: left; line-height: 0.8 }',
  'p { hyphens: auto; text-align: justify }',
]

/**
 * Styles that take effect late, or hold a scroll. In a list of their own, so that the chapters of earlier seeds do not
 * change.
 */
export const LATE_RULES: string[] = [
  '* { transition-duration: 0.3s !important }',
  'html, html:focus-within { scroll-behavior: smooth !important }',
  'html { scroll-snap-type: both mandatory } p { scroll-snap-align: center }',
  '@font-face { font-family: late; src: url(late.woff2) } p { font-family: late }',
]
