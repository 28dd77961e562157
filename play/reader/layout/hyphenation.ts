import type { Appearance } from '../appearance/appearance.ts'
import { languageOf } from './chapter-language.ts'
import { hyphenate } from './hyphenate-portuguese.ts'
import { SOFT_HYPHEN } from './segments.ts'
import { mapInSteps, type Steps } from './steps.ts'

/**
 * Marks an element that the engine must not hyphenate, since we do; or, inside one, that it may. On the root of a
 * chapter that we do not hyphenate: whether the engine hyphenates it, or nothing does. `page-style.ts` has the rules.
 */
export const HYPHENS = 'data-estante-hyphens'

export const PORTUGUESE = ':lang(pt)'
export const TITLES = 'h1, h2, h3, h4, h5, h6'
/**
 * Titles are hyphenated only where a line is too short for a word, non-prose never. A table cell is as wide as its
 * longest word.
 */
export const UNHYPHENATED = `${TITLES}, pre, code, kbd, samp, table, svg, math, script, style, [translate="no"]`
const LONG_WORD = /(?:[\p{L}\p{M}]){6,}/gu
/**
 * A word, with its soft hyphens. One that must have some would be looked for from each letter of a long run without.
 */
const WORD = /[^\s\u00ad]+(?:\u00ad[^\s\u00ad]+)*/g
/**
 * The prose of longer chapters, such as whole books, is left to the engine: they are slow to open already.
 */
const MAX_LETTERS = 200_000

/** Letters that are laid out at once without their unused hyphens. */
const PRUNED_LETTERS = 10_000

interface HyphenatedText {
  node: Text
  plain: string
  hyphenated: string
}

/**
 * Inserts soft hyphens into Portuguese text that is justified, or whose book asks for hyphenation: alike in every
 * engine. The engine hyphenates other languages, if it can; where it cannot, text that the book justifies is
 * left-aligned, since it would have rivers. Soft hyphens are inserted before the layout, and removed afterwards within
 * lines, since some screen readers would read every word by syllables.
 */
export function hyphenationOf(body: HTMLElement) {
  const isShort = body.textContent.length <= MAX_LETTERS
  const language = languageOf(body)
  if (!(isShort && body.matches(PORTUGUESE)) && isInLatinScript(language)) {
    const root = body.ownerDocument.documentElement
    if (!engineHyphenates(language)) root.setAttribute(HYPHENS, 'none')
    else if (!isShort) root.setAttribute(HYPHENS, 'engine')
  }
  const range = body.ownerDocument.createRange()
  let texts: HyphenatedText[] = []
  let titles: HyphenatedText[] = []
  let doneFor: Appearance['align'] | undefined

  function* insert({ align }: Appearance): Steps<void> {
    for (const { node, plain } of titles) {
      node.data = plain
      node.parentElement?.removeAttribute(HYPHENS)
    }
    titles = []
    const wanted = isShort && align !== 'start' ? align : undefined
    if (doneFor !== wanted) {
      remove()
      if (wanted) texts = yield* textsIn(body)
      doneFor = wanted
    }
    for (const { node, hyphenated } of texts) node.data = hyphenated
  }

  function remove() {
    for (const { node, plain } of texts) node.data = plain
    texts = []
    doneFor = undefined
    for (const element of body.querySelectorAll(`[${HYPHENS}]`)) element.removeAttribute(HYPHENS)
    body.removeAttribute(HYPHENS)
  }

  /** Hyphenates words of titles that are longer than a line, which the engine breaks at any letter. */
  function divideTitles() {
    for (const title of body.querySelectorAll(TITLES)) {
      if (!title.matches(PORTUGUESE)) continue
      const nodes = body.ownerDocument.createTreeWalker(title, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode()) {
        const node = nodes.currentNode as Text
        if (node.data.includes(SOFT_HYPHEN)) continue
        const hyphenated = node.data.replace(LONG_WORD, (word, from: number) =>
          new Set(topsOf(node, from, word.length)).size < 2 ? word : hyphenateTitle(word),
        )
        if (hyphenated !== node.data) titles.push({ node, plain: node.data, hyphenated })
      }
    }
    for (const { node, hyphenated } of titles) {
      node.data = hyphenated
      node.parentElement?.setAttribute(HYPHENS, 'manual')
    }
  }

  function topsOf(node: Text, from: number, length: number) {
    range.setStart(node, from)
    range.setEnd(node, from + length)
    return [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
  }

  /**
   * Removes unused soft hyphens. Returns whether there were any. Reads everything before it writes: alternating would
   * lay the chapter out each time.
   */
  function* prune(): Steps<boolean> {
    const all = [...texts, ...titles]
    const pruned = yield* mapInSteps(all, ({ node, hyphenated }) =>
      hyphenated.replace(WORD, (word, from: number) => {
        if (!word.includes(SOFT_HYPHEN)) return word
        if (new Set(topsOf(node, from, word.length)).size < 2) return word.replaceAll(SOFT_HYPHEN, '')
        // The last box of a letter: the first letter of a line also has the box of the hyphen before it.
        const lineOf = (letter: number) => topsOf(node, from + letter, 1).at(-1)
        return word.replace(/\u00ad/g, (hyphen, at) => (lineOf(at - 1) === lineOf(at + 1) ? '' : hyphen))
      }),
    )
    let letters = 0
    for (const [index, { node }] of all.entries()) {
      node.data = pruned[index]!
      letters += node.length
      if (letters < PRUNED_LETTERS) continue
      letters = 0
      // Forces the layout of a part, so that it is a step of its own.
      body.getBoundingClientRect()
      yield
    }
    return all.length > 0
  }

  return { insert, divideTitles, prune }
}

/** False for a language that is not well-formed. */
function isInLatinScript(language: string) {
  try {
    return new Intl.Locale(language).maximize().script === 'Latn'
  } catch {
    return false
  }
}

/** Whether the engine hyphenates a language in Latin script: Chromium without its dictionaries hyphenates none. */
function engineHyphenates(language: string) {
  const probe = document.body.appendChild(document.createElement('div'))
  probe.lang = language
  probe.textContent = 'extraordinariamente'
  probe.style.cssText = 'position: absolute; width: 6em; -webkit-hyphens: auto; hyphens: auto; overflow-wrap: normal'
  const word = document.createRange()
  word.selectNodeContents(probe)
  const lines = word.getClientRects().length
  probe.remove()
  return lines > 1
}

/** Hyphenates a word in any case: a capital does not make it a name. */
function hyphenateTitle(word: string) {
  const letters = [...word]
  const hyphenated = [...hyphenate(word.toLowerCase())]
  if (hyphenated.filter((letter) => letter !== SOFT_HYPHEN).length !== letters.length) return word
  return hyphenated.map((letter) => (letter === SOFT_HYPHEN ? letter : letters.shift())).join('')
}

function* textsIn(body: HTMLElement): Steps<HyphenatedText[]> {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const hyphenators = new Map<Element, 'ours' | 'the engine’s' | undefined>()
  const ours: HyphenatedText[] = []
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    const parent = node.parentElement!
    // Whitespace between elements: a style of its parent would be inherited by titles.
    if (!/\S/.test(node.data)) continue
    if (!hyphenators.has(parent)) hyphenators.set(parent, hyphenatorOf(parent))
    // Text that the publisher has hyphenated stays as it is.
    if (hyphenators.get(parent) !== 'ours' || node.data.includes(SOFT_HYPHEN)) continue
    const hyphenated = hyphenate(node.data)
    if (hyphenated !== node.data) ours.push({ node, plain: node.data, hyphenated })
    yield
  }
  for (const [element, hyphenator] of hyphenators) {
    if (hyphenator) element.setAttribute(HYPHENS, hyphenator === 'ours' ? 'manual' : 'auto')
  }
  return ours
}

function hyphenatorOf(element: Element) {
  const style = element.ownerDocument.defaultView!.getComputedStyle(element)
  const hyphens = style.getPropertyValue('hyphens') || style.getPropertyValue('-webkit-hyphens')
  const isJustified = hyphens !== 'none' && style.textAlign === 'justify' && !element.closest(UNHYPHENATED)
  if (!element.matches(PORTUGUESE)) return hyphens === 'auto' || isJustified ? 'the engine’s' : undefined
  const isProse = style.textTransform === 'none' && !/^(nowrap|pre)$/.test(style.whiteSpace)
  const isHyphenated = isJustified || (hyphens === 'auto' && !element.closest(UNHYPHENATED))
  return isHyphenated && isProse ? 'ours' : undefined
}
