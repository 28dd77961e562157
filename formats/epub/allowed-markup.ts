import { MATHML, SVG, XHTML } from './namespaces.ts'

/** Allowlist for chapters: elements and attributes not listed here never reach the reader. */

const HTML_ELEMENTS = `a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col
  colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img
  ins kbd label legend li main map mark menu meter nav nobr ol optgroup output p picture pre progress q rb rp rt rtc ruby s samp
  search section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr`

const SVG_ELEMENTS = `a animate animateMotion animateTransform circle clipPath cursor defs desc ellipse feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA
  feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence filter foreignObject g image line linearGradient marker mask metadata mpath path pattern polygon polyline
  radialGradient rect set stop style svg switch symbol text textPath title tref tspan use view`

const MATHML_ELEMENTS = `annotation maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr mlongdiv
  mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack
  mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics`

const GLOBAL_ATTRIBUTES = 'id class title lang xml:lang dir role tabindex epub:type style'

const HTML_ATTRIBUTES = `abbr align alt axis bgcolor border cellpadding cellspacing char charoff clear color cols colspan compact
  controls coords datetime default face frame height hidden high hspace label loop low max media min muted name noshade nowrap open
  optimum preload reversed rowspan rules scope shape size span srclang start summary translate type valign value vspace width
  xml:space`

const SVG_ATTRIBUTES = `accumulate additive alignment-baseline amplitude attributeName attributeType azimuth baseFrequency
  baseline-shift begin bias by calcMode clip clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters cx
  cy d diffuseConstant direction display divisor dominant-baseline dur dx dy edgeMode elevation end exponent fill fill-opacity
  fill-rule filter filterUnits flood-color flood-opacity font-family font-size font-stretch font-style font-variant font-weight from fr
  fx fy glyph-orientation-vertical gradientTransform gradientUnits height image-rendering in in2 intercept k1 k2 k3 k4 kernelMatrix
  kernelUnitLength keyPoints keySplines keyTimes lengthAdjust letter-spacing lighting-color limitingConeAngle marker-end marker-mid
  marker-start markerHeight markerUnits markerWidth mask maskContentUnits maskUnits max media method min mode numOctaves offset opacity
  operator order orient origin overflow paint-order path pathLength patternContentUnits patternTransform patternUnits pointer-events
  points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY repeatCount repeatDur
  requiredFeatures restart result rotate rx ry scale seed shape-rendering side slope spacing specularConstant specularExponent
  spreadMethod startOffset stdDeviation stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width surfaceScale systemLanguage tableValues targetX targetY
  text-anchor text-decoration text-rendering textLength to transform transform-origin type unicode-bidi values vector-effect version
  viewBox visibility width word-spacing writing-mode x x1 x2 xChannelSelector xml:space y y1 y2 yChannelSelector z zoomAndPan`

const MATHML_ATTRIBUTES = `accent accentunder align alignmentscope altimg-height alttext bevelled charalign charspacing close
  columnalign columnlines columnspacing columnspan columnwidth crossout decimalpoint denomalign depth display displaystyle edge
  encoding equalcolumns equalrows fence fontfamily fontsize fontstyle fontweight form frame framespacing groupalign height
  indentalign indentalignfirst indentalignlast indentshift infixlinebreakstyle intent arg largeop length linebreak lineleading
  linethickness location longdivstyle lquote lspace mathbackground mathcolor mathsize mathvariant maxsize minlabelspacing minsize
  movablelimits notation numalign open position rowalign rowlines rowspacing rowspan rquote rspace scriptlevel scriptminsize
  scriptsizemultiplier selection separator separators shift side stackalign stretchy subscriptshift superscriptshift symmetric
  valign voffset width`

interface Vocabulary {
  /** Maps lower case to the standard's case, since malformed chapters are parsed case-insensitively. */
  elements: Map<string, string>
  attributes: Map<string, string>
}

/** By namespace. */
export const VOCABULARIES = new Map([
  [XHTML, vocabulary(HTML_ELEMENTS, HTML_ATTRIBUTES)],
  [SVG, vocabulary(SVG_ELEMENTS, SVG_ATTRIBUTES)],
  [MATHML, vocabulary(MATHML_ELEMENTS, MATHML_ATTRIBUTES)],
])

function vocabulary(elements: string, attributes: string): Vocabulary {
  return { elements: namesIn(elements), attributes: namesIn(`${GLOBAL_ATTRIBUTES} ${attributes}`) }
}

function namesIn(list: string) {
  return new Map(list.split(/\s+/).map((name) => [name.toLowerCase(), name]))
}

/** Elements removed with their whole content, and the category they are reported under. */
export const DROPPED_WITH_CONTENT = new Map<string, 'script' | 'embed' | 'form'>([
  ['script', 'script'],
  ['iframe', 'embed'],
  ['frame', 'embed'],
  ['frameset', 'embed'],
  ['applet', 'embed'],
  ['noframes', 'embed'],
  ['portal', 'embed'],
  ['select', 'form'],
  ['textarea', 'form'],
  ['datalist', 'form'],
])

/** Void elements, serialized as `<br/>`. */
export const EMPTY_ELEMENTS = new Set(['area', 'br', 'col', 'hr', 'img', 'source', 'track', 'wbr'])
