import type { Accessibility, Link, Metadata } from '@estante/contract/manifest.ts'
import { toOneLine, toParagraphs } from '@estante/contract/visible-text.ts'

const NAME_CHARACTERS = 512
const PERSON_CHARACTERS = 256
const SUMMARY_CHARACTERS = 2000
const DESCRIPTION_CHARACTERS = 8000
/** The longest tag that BCP 47 requires implementations to accept. Longer ones are dropped. */
const LANGUAGE_CHARACTERS = 35
const MAX_PEOPLE = 50
const MAX_SUBJECTS = 100
const MAX_SERIES = 10

/**
 * Cleans metadata of deceptive characters (`visible-text.ts`) and truncates it to the room in a catalog, on a cover and
 * on a screen. Calls `onCut` for each truncated text or list.
 */
export function tidyMetadata(metadata: Metadata, onCut: () => void): Metadata {
  const { title, subtitle, identifier, author, narrator, translator, publisher, language } = metadata
  const { description, subject, belongsTo, accessibility } = metadata
  const name = (text: string) => toName(text, NAME_CHARACTERS, onCut)
  const people = (names: string[]) => cutList(names, MAX_PEOPLE, PERSON_CHARACTERS, onCut)
  const subjects = (texts: string[]) => cutList(texts, MAX_SUBJECTS, PERSON_CHARACTERS, onCut)
  return {
    ...metadata,
    title: name(title),
    author: people(author),
    language: cutList(language, MAX_PEOPLE, LANGUAGE_CHARACTERS + 1, onCut).filter(
      (tag) => tag.length <= LANGUAGE_CHARACTERS,
    ),
    ...(subtitle && { subtitle: name(subtitle) }),
    ...(identifier && { identifier: name(identifier) }),
    ...(publisher && { publisher: name(publisher) }),
    ...(narrator && { narrator: people(narrator) }),
    ...(translator && { translator: people(translator) }),
    ...(description && { description: cut(toParagraphs(description), DESCRIPTION_CHARACTERS, onCut) }),
    ...(subject && { subject: subjects(subject) }),
    ...(belongsTo && {
      belongsTo: {
        series: belongsTo.series
          .slice(0, MAX_SERIES)
          .map((one) => ({ ...one, name: name(one.name) }))
          .filter((one) => one.name !== ''),
      },
    }),
    ...(accessibility && { accessibility: tidyAccessibility(accessibility, onCut) }),
  }
}

function tidyAccessibility(accessibility: Accessibility, onCut: () => void): Accessibility {
  const { summary, summaryLanguage, certification, accessModeSufficient } = accessibility
  const tidyList = (texts: string[]) => cutList(texts, MAX_SUBJECTS, PERSON_CHARACTERS, onCut)
  const tidy = (key: 'conformsTo' | 'feature' | 'accessMode' | 'hazard' | 'exemption') => {
    const texts = accessibility[key]
    return texts && { [key]: tidyList(texts) }
  }
  return {
    ...(summary && { summary: cut(toParagraphs(summary), SUMMARY_CHARACTERS, onCut) }),
    ...(summaryLanguage && summaryLanguage.length <= LANGUAGE_CHARACTERS && { summaryLanguage }),
    ...tidy('conformsTo'),
    ...(certification && {
      certification: Object.fromEntries(
        Object.entries(certification).map(([key, text]) => [key, toName(text, NAME_CHARACTERS, onCut)]),
      ),
    }),
    ...tidy('feature'),
    ...tidy('accessMode'),
    ...(accessModeSufficient && { accessModeSufficient: accessModeSufficient.slice(0, MAX_SUBJECTS).map(tidyList) }),
    ...tidy('hazard'),
    ...tidy('exemption'),
  }
}

/**
 * Cleans titles of links like `tidyMetadata`, and drops a fragment that exceeds the limit for addresses. An empty title
 * becomes a dash, like a book's.
 */
export function tidyLinks(links: Link[], onCut: () => void): Link[] {
  return links.map((link) => {
    const { href, title, children } = link
    const isLong = href.length > ADDRESS_CHARACTERS && href.includes('#')
    if (isLong) onCut()
    return {
      ...link,
      ...(isLong && { href: href.slice(0, href.indexOf('#')) }),
      ...(title && { title: toName(title, NAME_CHARACTERS, onCut) || '—' }),
      ...(children && { children: tidyLinks(children, onCut) }),
    }
  })
}

const ADDRESS_CHARACTERS = 2048

function cutList(texts: string[], maxTexts: number, maxCharacters: number, onCut: () => void): string[] {
  if (texts.length > maxTexts) onCut()
  return texts
    .slice(0, maxTexts)
    .map((text) => toName(text, maxCharacters, onCut))
    .filter((text) => text !== '')
}

function toName(text: string, maxCharacters: number, onCut: () => void): string {
  return cut(toOneLine(text).trim(), maxCharacters, onCut)
}

/** Cuts a text after whole characters. */
function cut(text: string, maxCharacters: number, onCut: () => void): string {
  // A character has at most two units, so a much longer text need not be split whole.
  if (text.length <= maxCharacters) return text
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2))
  if (characters.length <= maxCharacters) return text
  onCut()
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`
}
