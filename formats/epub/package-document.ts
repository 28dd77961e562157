import type { Accessibility, Metadata } from '@estante/contract/manifest.ts'
import { Refusal } from '../refusal.ts'
import type { Removals } from '../removals.ts'
import { tidyMetadata } from '../tidy-texts.ts'
import type { ZipArchive } from '../zip/zip-archive.ts'
import { type PathTarget, resolveTarget } from './book-path.ts'
import { isBitmap } from './media-type.ts'
import { DUBLIN_CORE } from './namespaces.ts'
import { plainText } from './plain-text.ts'
import {
  childrenNamed,
  descendants,
  elementsOf,
  isWellFormed,
  MAX_XML_BYTES,
  readXml,
  textOf,
  tokensOf,
  type XmlElement,
  xmlRefusal,
} from './xml.ts'

const RIGHT_TO_LEFT = /^(ar|he|iw|fa|ur|yi|dv|ps|sd|ug)\b/i
const MAX_FALLBACKS = 16
/** `auto` means paginated here. https://www.w3.org/TR/epub-33/#flow */
const FLOWS = {
  paginated: 'paginated',
  auto: 'paginated',
  'scrolled-doc': 'scrolled',
  'scrolled-continuous': 'scrolled',
} as const
const LAYOUTS = { 'pre-paginated': 'fixed', reflowable: 'reflowable' } as const

export interface PackageItem {
  id: string
  /** Path in the archive. */
  path: string
  /** As declared in the package, in lower case, without parameters. */
  mediaType: string
  properties: string[]
  fallback?: string
  /** Id of its media overlay. */
  overlay?: string
}

interface SpineItem {
  item: PackageItem
  linear: boolean
  page?: 'left' | 'right' | 'center'
  /** Set where it differs from the book's layout. */
  layout?: Metadata['layout']
  overflow?: 'paginated' | 'scrolled'
}

export interface PackageDocument {
  metadata: Metadata
  /** The unique identifier, verbatim: the key of obfuscated fonts. */
  uniqueIdentifier: string
  /** By id. */
  items: Map<string, PackageItem>
  spine: SpineItem[]
  /** The navigation document of EPUB 3. */
  navigation?: PackageItem
  /** The NCX of EPUB 2. */
  ncx?: PackageItem
  /** Candidates for the cover, best first: images, or pages that show one. */
  coverPaths: string[]
  /** The guide of EPUB 2, from before landmarks. */
  guide: { role: string; title: string; target: PathTarget }[]
}

/** Reads the package document of EPUB 2 or 3: https://www.w3.org/TR/epub-33/#sec-package-doc */
export async function readPackageDocument(zip: ZipArchive, path: string, removals: Removals): Promise<PackageDocument> {
  const bytes = await zip.read(zip.find(path)!, MAX_XML_BYTES)
  try {
    return toPackageDocument(zip, readXml(bytes, path), path, removals)
  } catch (error) {
    // The missing element may be behind a tag that was closed too early, so report the malformed XML.
    if (error instanceof Refusal && !isWellFormed(bytes)) throw xmlRefusal(path, error)
    throw error
  }
}

function toPackageDocument(zip: ZipArchive, root: XmlElement, path: string, removals: Removals): PackageDocument {
  if (root.name !== 'package') throw new Refusal(`“${path}” não é um pacote de EPUB.`)
  const section = (name: string): XmlElement =>
    childrenNamed(root, name)[0] ?? { namespace: '', name, attributes: {}, children: [] }
  const items = readItems(section('manifest'), path)
  const spine = section('spine')
  const properties = readProperties(section('metadata'))
  const metadata = tidyMetadata(readMetadata(root, properties, spine), () => removals.add('text'))
  return {
    metadata,
    uniqueIdentifier: properties.uniqueIdentifier(root.attributes['unique-identifier']),
    items,
    spine: readSpine(zip, spine, items, properties.values('rendition:spread')[0]),
    navigation: [...items.values()].find((item) => item.properties.includes('nav')),
    ncx: findNcx(items, spine.attributes.toc),
    coverPaths: coverPaths(items, properties, section('guide'), path),
    guide: readGuide(section('guide'), path),
  }
}

function readItems(manifest: XmlElement, from: string): Map<string, PackageItem> {
  const items = new Map<string, PackageItem>()
  for (const { attributes } of childrenNamed(manifest, 'item')) {
    const target = resolveTarget(from, attributes.href ?? '')
    if (!attributes.id || target.kind !== 'inside') continue
    items.set(attributes.id, {
      id: attributes.id,
      path: target.path,
      mediaType: (attributes['media-type'] ?? '').split(';')[0]!.trim().toLowerCase(),
      properties: tokensOf(attributes.properties),
      fallback: attributes.fallback,
      overlay: attributes['media-overlay'],
    })
  }
  return items
}

/** Finds the NCX that the spine names, if its type is plausible, otherwise the item with the NCX media type. */
function findNcx(items: Map<string, PackageItem>, named = ''): PackageItem | undefined {
  const item = items.get(named)
  const mayBeNcx = item && !isPage(item) && /xml$/.test(item.mediaType)
  return mayBeNcx ? item : [...items.values()].find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml')
}

/**
 * Reads the spine. A page listed twice is read once, at its first occurrence. `bookSpread`: whether pages face each
 * other, where a page does not say it: https://www.w3.org/TR/epub-33/#spread
 */
function readSpine(
  zip: ZipArchive,
  spine: XmlElement,
  items: Map<string, PackageItem>,
  bookSpread: string | undefined,
): SpineItem[] {
  const seen = new Set<string>()
  const pages: SpineItem[] = []
  for (const { attributes } of childrenNamed(spine, 'itemref')) {
    const listed = items.get(attributes.idref ?? '')
    if (!listed)
      throw new Refusal(`O pacote manda ler “${attributes.idref ?? ''}”, que não é um dos arquivos que lista.`)
    const forms = fallbackChain(listed, items)
    const item = readableForm(forms.filter(({ path }) => zip.find(path))) ?? readableForm(forms)
    if (!item)
      throw new Refusal(`O capítulo “${listed.path}” é de um tipo que não pode ser lido (${listed.mediaType}).`)
    if (seen.has(item.path)) continue
    seen.add(item.path)
    const layout = /\brendition:layout-(pre-paginated|reflowable)\b/.exec(attributes.properties ?? '')?.[1]
    const flow = /\brendition:flow-(paginated|auto|scrolled-doc|scrolled-continuous)\b/.exec(
      attributes.properties ?? '',
    )?.[1]
    const spread =
      /\brendition:spread-(none|landscape|both|auto)\b/.exec(attributes.properties ?? '')?.[1] ?? bookSpread
    const side = /\b(?:rendition:)?page-spread-(left|right|center)\b/.exec(attributes.properties ?? '')?.[1]
    pages.push({
      item,
      linear: attributes.linear !== 'no',
      page: spread === 'none' ? 'center' : (side as SpineItem['page']),
      layout: LAYOUTS[layout as keyof typeof LAYOUTS],
      overflow: FLOWS[flow as keyof typeof FLOWS],
    })
  }
  if (pages.length === 0) throw new Refusal('O livro não tem nenhum capítulo.')
  return pages
}

/**
 * Returns the first of an item and its fallbacks that can be shown as a page. Scripts never run, so a scripted page
 * gives way to its fallback: https://www.w3.org/TR/epub-rs-33/#confreq-rs-scripted-flbk
 */
function readableForm(forms: PackageItem[]): PackageItem | undefined {
  const displayable = forms.filter((item) => isPage(item) || isBitmap(item.mediaType))
  return (
    displayable.find(({ properties }) => !properties.includes('scripted')) ??
    displayable[0] ??
    forms.find(({ mediaType }) => mediaType.startsWith('image/'))
  )
}

/** Lists an item and its fallbacks, best first: https://www.w3.org/TR/epub-33/#sec-manifest-fallbacks */
export function fallbackChain(first: PackageItem, items: Map<string, PackageItem>): PackageItem[] {
  const chain: PackageItem[] = []
  let item: PackageItem | undefined = first
  while (item && !chain.includes(item) && chain.length < MAX_FALLBACKS) {
    chain.push(item)
    item = items.get(item.fallback ?? '')
  }
  return chain
}

function isPage({ mediaType }: PackageItem) {
  return isMarkup(mediaType) || mediaType === 'image/svg+xml'
}

export function isMarkup(mediaType: string) {
  return (
    mediaType === 'application/xhtml+xml' ||
    mediaType === 'text/html' ||
    mediaType === 'text/x-oeb1-document' ||
    mediaType === 'application/x-dtbook+xml'
  )
}

/** Reads `metadata` in the syntax of either version. */
function readProperties(metadata: XmlElement) {
  // OEB packages wrapped Dublin Core in an element of its own.
  const all = elementsOf(metadata).flatMap((element) =>
    element.name === 'dc-metadata' || element.name === 'x-metadata' ? elementsOf(element) : [element],
  )
  const metas = all.filter(({ name }) => name === 'meta')
  const dublinCore = (name: string) =>
    all.filter(
      (element) => element.namespace.startsWith(DUBLIN_CORE.slice(0, 19)) && element.name.toLowerCase() === name,
    )
  const values = (property: string) =>
    metas
      .filter(({ attributes }) => !attributes.refines && (attributes.property ?? attributes.name) === property)
      .map((meta) => meta.attributes.content ?? textOf(meta))
      .filter((value) => value !== '')
  /** Refinements by target and property; the first one wins. A map, since a book may have tens of thousands. */
  const refinements = new Map(
    metas.toReversed().map((meta) => [`${meta.attributes.refines} ${meta.attributes.property}`, textOf(meta)]),
  )
  const refinement = (element: XmlElement, property: string) => refinements.get(`#${element.attributes.id} ${property}`)
  /** Lists every `meta`, and every `link` by its relation, with that name, including refinements. */
  const statements = (name: string) =>
    all.filter(({ attributes }) => (attributes.property ?? attributes.rel ?? attributes.name) === name)
  const roleOf = (person: XmlElement) => person.attributes.role ?? refinement(person, 'role')
  const people = (role: string) =>
    [...dublinCore('creator'), ...dublinCore('contributor')].filter((person) => roleOf(person) === role).map(textOf)
  /** A creator without a role is an author. */
  const authors = () =>
    dublinCore('creator')
      .filter((person) => (roleOf(person) ?? 'aut') === 'aut')
      .map(textOf)
  return {
    dublinCore,
    values,
    refinement,
    statements,
    people,
    authors,
    uniqueIdentifier(id?: string): string {
      const identifiers = dublinCore('identifier')
      const unique = identifiers.find(({ attributes }) => attributes.id === id) ?? identifiers[0]
      return unique ? textOf(unique) : ''
    },
  }
}
type Properties = ReturnType<typeof readProperties>

function readMetadata(root: XmlElement, properties: Properties, spine: XmlElement): Metadata {
  const { dublinCore, values, refinement, people, authors } = properties
  const first = (name: string) => dublinCore(name).map(textOf).find(Boolean)
  const titles = dublinCore('title').filter((title) => textOf(title) !== '')
  const mainTitle = titles.find((title) => refinement(title, 'title-type') === 'main') ?? titles[0]
  if (!mainTitle) throw new Refusal('O livro não diz o seu título.')
  const subtitle = titles.find((title) => refinement(title, 'title-type') === 'subtitle')
  const language = distinct(dublinCore('language').map(textOf))
  return withoutUndefined({
    '@type': 'http://schema.org/Book',
    conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
    title: textOf(mainTitle),
    subtitle: subtitle && textOf(subtitle),
    identifier: properties.uniqueIdentifier(root.attributes['unique-identifier']) || undefined,
    author: distinct(authors()),
    narrator: orUndefined(distinct(people('nrt'))) ?? orUndefined(distinct(values('media:narrator'))),
    translator: orUndefined(distinct(people('trl'))),
    publisher: first('publisher'),
    language,
    published: publicationDate(dublinCore('date')),
    description: plainText(first('description') ?? '') || undefined,
    subject: orUndefined(distinct(dublinCore('subject').map(textOf))),
    belongsTo: series(properties),
    readingProgression: readingProgression(spine.attributes['page-progression-direction'], language[0]),
    layout: isFixed(values) ? 'fixed' : 'reflowable',
    overflow: /^scrolled-(doc|continuous)$/.test(values('rendition:flow')[0] ?? '') ? 'scrolled' : undefined,
    accessibility: accessibility(properties),
    mediaOverlay: mediaOverlay(values),
  })
}

function readingProgression(declared: string | undefined, language = ''): 'ltr' | 'rtl' {
  if (declared === 'rtl' || declared === 'ltr') return declared
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
}

function isFixed(values: Properties['values']) {
  return values('rendition:layout').includes('pre-paginated') || values('fixed-layout').includes('true')
}

function publicationDate(dates: XmlElement[]): string | undefined {
  const date = dates.find(({ attributes }) => attributes.event === 'publication') ?? dates[0]
  // Calibre writes the year 101 for an unknown one.
  return date && /^[1-9]\d{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?/.exec(textOf(date))?.[0]
}

/** Reads the style classes that mark the spoken element: https://www.w3.org/TR/epub-33/#sec-docs-assoc-style */
function mediaOverlay(values: Properties['values']): Metadata['mediaOverlay'] {
  const className = (property: string) => values(property).find((value) => /^[\w-]{1,64}$/.test(value))
  const found = withoutUndefined({
    activeClass: className('media:active-class'),
    playbackActiveClass: className('media:playback-active-class'),
  })
  return Object.keys(found).length > 0 ? found : undefined
}

/**
 * Reads the series from https://www.w3.org/TR/epub-33/#sec-belongs-to-collection, or from Calibre's own `meta` in EPUB
 * 2.
 */
function series({ statements, refinement, values }: Properties): Metadata['belongsTo'] {
  const collections = statements('belongs-to-collection')
    .filter((one) => !one.attributes.refines && refinement(one, 'collection-type') !== 'set')
    .map((one) => ({ name: textOf(one), position: refinement(one, 'group-position') }))
  const calibre = values('calibre:series').map((name) => ({ name, position: values('calibre:series_index')[0] }))
  const found = (collections.length > 0 ? collections : calibre).filter(({ name }) => name !== '')
  if (found.length === 0) return undefined
  return { series: found.map(({ name, position }) => ({ name, ...(isNumber(position) && { position: +position }) })) }
}

function isNumber(text = ''): text is `${number}` {
  return /^\d{1,5}(\.\d{1,3})?$/.test(text)
}

const CLAIM_10 = 'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-'
const CLAIM_11 = /^EPUB Accessibility 1\.1 - WCAG (2\.[0-2]) Level (A{1,3})$/

/**
 * Reads accessibility metadata, chosen as in https://w3c.github.io/publ-a11y/metadata-display-guide/techniques/epub/
 */
function accessibility({ values, statements }: Properties): Metadata['accessibility'] {
  const list = (name: string) => orUndefined(distinct(values(name)))
  const contentOf = (element: XmlElement) => element.attributes.href ?? element.attributes.content ?? textOf(element)
  const claims = statements('dcterms:conformsTo').filter((one) => isClaim(contentOf(one)))
  /** Finds the first statement of that name about the whole book or one of some elements. */
  const about = (name: string, elements: XmlElement[]) =>
    statements(name).find(
      ({ attributes: { refines } }) =>
        !refines || elements.some(({ attributes: { id } }) => id && refines === `#${id}`),
    )
  const certifier = about('a11y:certifiedBy', claims)
  const ofCertifier = (name: string) => {
    const found = about(name, certifier ? [certifier] : [])
    return found && (contentOf(found) || undefined)
  }
  const certification = withoutUndefined({
    certifiedBy: (certifier && contentOf(certifier)) || undefined,
    credential: ofCertifier('a11y:certifierCredential'),
    report: ofCertifier('a11y:certifierReport'),
    // `dcterms:date` without a certifier is the book's.
    date: statements('dcterms:date')
      .filter(({ attributes: { refines } }) => certifier?.attributes.id && refines === `#${certifier.attributes.id}`)
      .map(contentOf)[0],
  })
  const summary = statements('schema:accessibilitySummary').find((one) => contentOf(one) !== '')
  const found = withoutUndefined<Accessibility>({
    summary: summary && contentOf(summary),
    summaryLanguage: summary?.attributes['xml:lang'] || undefined,
    conformsTo: orUndefined(distinct(claims.map(contentOf).map(toClaim))),
    certification: Object.keys(certification).length > 0 ? certification : undefined,
    feature: list('schema:accessibilityFeature'),
    accessMode: list('schema:accessMode'),
    accessModeSufficient: orUndefined(distinct(values('schema:accessModeSufficient')))?.map((modes) =>
      modes.split(/[\s,]+/),
    ),
    hazard: list('schema:accessibilityHazard'),
    exemption: list('a11y:exemption'),
  })
  return Object.keys(found).length > 0 ? found : undefined
}

function isClaim(text: string): boolean {
  return text.startsWith(CLAIM_10) || text.startsWith('EPUB Accessibility 1.1 - WCAG 2.')
}

/** Converts a claim of EPUB Accessibility 1.1, which is a sentence, to the URL that Readium's manifest uses. */
function toClaim(text: string): string {
  const [, wcag, level] = CLAIM_11.exec(text) ?? []
  return level ? `https://www.w3.org/TR/epub-a11y-11#wcag-${wcag}-${level.toLowerCase()}` : text
}

function coverPaths(
  items: Map<string, PackageItem>,
  { values }: Properties,
  guide: XmlElement,
  from: string,
): string[] {
  const declared = [...items.values()].filter((item) => item.properties.includes('cover-image'))
  const named = values('cover').flatMap((id) => items.get(id) ?? [])
  const guided = descendants(guide, 'reference')
    .filter(({ attributes }) => attributes.type?.toLowerCase() === 'cover')
    .map(({ attributes }) => resolveTarget(from, attributes.href ?? ''))
    .flatMap((target) => (target.kind === 'inside' ? target.path : []))
  return distinct([...[...declared, ...named].map(({ path }) => path), ...guided])
}

/** https://idpf.org/epub/20/spec/OPF_2.0_final_spec.html#Section2.6 */
function readGuide(guide: XmlElement, from: string): PackageDocument['guide'] {
  return childrenNamed(guide, 'reference').flatMap(({ attributes }) => {
    const { type = '', title = '', href = '' } = attributes
    const role = type === 'text' ? 'bodymatter' : type
    return /^[\w-]{1,64}$/.test(role) && title ? [{ role, title, target: resolveTarget(from, href) }] : []
  })
}

function distinct(values: string[]): string[] {
  return [...new Set(values.filter(Boolean))]
}

function orUndefined(values: string[]): string[] | undefined {
  return values.length > 0 ? values : undefined
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}
