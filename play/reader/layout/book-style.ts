import { JUSTIFIED, withOurTypefaces } from './page-style.ts'

/** Adapts a book's own styles to pages, once it is loaded. `fit.ts` makes the changes that depend on the page size. */
export function adaptBookStyle(document: Document): void {
  const { writingMode } = document.defaultView!.getComputedStyle(document.body ?? document.documentElement)
  const isVertical = writingMode.startsWith('vertical')
  for (const sheet of document.styleSheets) {
    try {
      if (isVertical) dropInitials(sheet)
      adaptRules(sheet.cssRules)
    } catch {
      // A sheet that failed to load has no rules to read.
    }
  }
  for (const { style } of document.querySelectorAll<HTMLElement>('[style]')) {
    adaptDeclarations(style)
    yieldToReader(style)
  }
}

/**
 * Deletes the `::first-letter` rules of a vertical chapter: no engine lays out drop capitals in vertical lines. Firefox
 * gives hundreds of the following letters zero length, and WebKit gives one of them no box.
 */
function dropInitials(sheet: Pick<CSSGroupingRule, 'cssRules' | 'deleteRule'>) {
  const rules = [...sheet.cssRules].map((rule, index) => ({ rule, index }))
  for (const { rule, index } of rules.reverse()) {
    const selectors = 'selectorText' in rule ? (rule as CSSStyleRule).selectorText.split(',') : []
    if (selectors.length > 0 && selectors.every((one) => /:first-letter$/.test(one.trim()))) sheet.deleteRule(index)
    else if ('cssRules' in rule) dropInitials(rule as CSSGroupingRule)
    else if ('styleSheet' in rule && rule.styleSheet) dropInitials(rule.styleSheet as CSSStyleSheet)
  }
}

function adaptRules(rules: CSSRuleList) {
  for (const rule of rules) {
    if ('style' in rule) adaptDeclarations((rule as CSSStyleRule).style)
    if ('cssRules' in rule) adaptRules((rule as CSSGroupingRule).cssRules)
    if ('styleSheet' in rule) adaptRules((rule as CSSImportRule).styleSheet?.cssRules ?? ([] as never))
  }
}

function adaptDeclarations(style: CSSStyleDeclaration) {
  for (const property of ['font-size', 'line-height']) makeRelative(style, property)
  for (const property of ['break-before', 'break-after']) breakColumn(style, property)
  if (style.position === 'sticky') unstick(style)
  if (style.textAlign === 'justify')
    style.setProperty('text-align', `var(${JUSTIFIED}, justify)`, style.getPropertyPriority('text-align'))
  if (style.fontFamily)
    style.setProperty('font-family', withOurTypefaces(style.fontFamily), style.getPropertyPriority('font-family'))
}

/** Makes font sizes in pixels or points relative to the root, so that they follow the member's setting. */
function makeRelative(style: CSSStyleDeclaration, property: string) {
  const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(style.getPropertyValue(property)) ?? []
  if (!number) return
  const rem = (Number(number) * (unit === 'pt' ? 4 / 3 : 1)) / 16
  style.setProperty(property, `${rem}rem`, style.getPropertyPriority(property))
}

/** Turns page breaks into column breaks: only Firefox treats them alike. */
function breakColumn(style: CSSStyleDeclaration, property: string) {
  if (!/^(page|always|all|left|right|recto|verso)$/.test(style.getPropertyValue(property))) return
  style.setProperty(property, 'column', style.getPropertyPriority(property))
}

/** Unsticks sticky elements, which would move along while pages are turned. */
function unstick(style: CSSStyleDeclaration) {
  style.setProperty('position', 'static', style.getPropertyPriority('position'))
}

/** An inline `!important` would override the reader's rules, which are in a layer before the book's sheets. */
function yieldToReader(style: CSSStyleDeclaration) {
  for (const property of [...style]) {
    if (style.getPropertyPriority(property)) style.setProperty(property, style.getPropertyValue(property))
  }
}
