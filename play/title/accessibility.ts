import { createDateFormat } from '@estante/contract/date-format.ts'
import type { Accessibility } from '@estante/contract/manifest.ts'
import type { StatementId } from './accessibility-vocabulary.ts'

export interface Statement {
  id: StatementId
  /** Text by the publisher that completes the statement. */
  value?: string
  /** The address of a link. */
  href?: string
  /** BCP 47, of the value. */
  language?: string
}

export interface StatementGroup {
  title: StatementId
  statements: Statement[]
  /** The fine print of conformance, each entry one sentence. */
  details?: Statement[][]
}

/**
 * Converts declared accessibility metadata to the statements of W3C's display guide, in its order:
 * https://www.w3.org/publishing/a11y/metadata-display-guide/techniques/epub-metadata/ (2.0, the published version,
 * which has Portuguese statements). Omits the statements that the guide allows to omit without metadata.
 */
export function describeAccessibility(
  declared: Accessibility | null,
  layout: 'reflowable' | 'fixed' | null,
): StatementGroup[] {
  const accessibility = declared ?? {}
  const groups: StatementGroup[] = [
    { title: 'ways-of-reading-title', statements: waysOfReading(accessibility, layout) },
    { title: 'conformance-title', ...conformance(accessibility) },
    { title: 'navigation-title', statements: featuresIn(accessibility, NAVIGATION) },
    { title: 'rich-content-title', statements: featuresIn(accessibility, RICH_CONTENT) },
    { title: 'hazards-title', statements: hazards(accessibility) },
    { title: 'accessibility-summary-title', statements: summary(accessibility) },
    { title: 'legal-considerations-title', statements: legalConsiderations(accessibility) },
    {
      title: 'additional-accessibility-information-title',
      statements: featuresIn(accessibility, ADDITIONAL_INFORMATION),
    },
  ]
  return groups.filter(({ statements }) => statements.length > 0)
}

function waysOfReading(accessibility: Accessibility, layout: 'reflowable' | 'fixed' | null): Statement[] {
  const { feature = [], accessMode = [] } = accessibility
  const sufficient = accessibility.accessModeSufficient ?? []
  const isOnly = (mode: string) => accessMode.length === 1 && accessMode[0] === mode
  const isEnough = (mode: string) => sufficient.some((modes) => modes.length === 1 && modes[0] === mode)
  const hasText = accessMode.includes('textual') || sufficient.some((modes) => modes.includes('textual'))
  const isVisualOnly = isOnly('visual') && !sufficient.some((modes) => modes.includes('textual'))
  const hasAlternatives = ['longDescription', 'alternativeText', 'describedMath', 'transcript'].some((one) =>
    feature.includes(one),
  )

  const statements: StatementId[] = []
  if (feature.includes('displayTransformability')) statements.push('ways-of-reading-visual-adjustments-modifiable')
  else if (layout === 'fixed') statements.push('ways-of-reading-visual-adjustments-unmodifiable')
  else statements.push('ways-of-reading-visual-adjustments-unknown')

  if (isOnly('textual') || isEnough('textual')) statements.push('ways-of-reading-nonvisual-reading-readable')
  else if (hasText || hasAlternatives) statements.push('ways-of-reading-nonvisual-reading-not-fully')
  else if (isOnly('auditory') || isVisualOnly) statements.push('ways-of-reading-nonvisual-reading-none')
  else statements.push('ways-of-reading-nonvisual-reading-no-metadata')
  if (hasAlternatives) statements.push('ways-of-reading-nonvisual-reading-alt-text')

  if (feature.includes('synchronizedAudioText')) statements.push('ways-of-reading-prerecorded-audio-synchronized')
  else if (isEnough('auditory')) statements.push('ways-of-reading-prerecorded-audio-only')
  else if (accessMode.includes('auditory')) statements.push('ways-of-reading-prerecorded-audio-complementary')
  return statements.map((id) => ({ id }))
}

function conformance({ conformsTo = [], certification = {} }: Accessibility): Omit<StatementGroup, 'title'> {
  const [claim] = conformsTo.map(readClaim).sort((one, other) => rankOf(other) - rankOf(one))
  if (!claim) return { statements: [{ id: 'conformance-no' }] }
  const { level } = claim
  const { certifiedBy, credential, report, date } = certification
  const statements: Statement[] = [{ id: level ? `conformance-${level}` : 'conformance-unknown-standard' }]
  if (certifiedBy) statements.push({ id: 'conformance-certifier', value: certifiedBy })
  if (credential) statements.push({ id: 'conformance-certifier-credentials', value: credential, ...linkTo(credential) })

  const details: Statement[][] = []
  if (level && claim.wcag) {
    details.push([
      { id: 'conformance-details-claim' },
      { id: `conformance-details-epub-accessibility-${claim.epub}` },
      { id: `conformance-details-wcag-${claim.wcag}` },
      { id: `conformance-details-level-${level}` },
    ])
  }
  if (date) details.push([{ id: 'conformance-details-certification-info', value: localDate(date) }])
  if (report && linkTo(report).href) details.push([{ id: 'conformance-details-certifier-report', ...linkTo(report) }])
  return { statements, ...(details.length > 0 && { details }) }
}

/** With the versions as in the ids of statements. */
interface Claim {
  epub: '1-0' | '1-1'
  wcag?: '2-0' | '2-1' | '2-2'
  level?: 'a' | 'aa' | 'aaa'
}

function readClaim(text: string): Claim {
  const [, level10] = /accessibility-20170105\.html#wcag-(a{1,3})$/.exec(text) ?? []
  if (level10) return { epub: '1-0', wcag: '2-0', level: level10 } as Claim
  const [, minor, level] = /epub-a11y-11#wcag-2\.([0-2])-(a{1,3})$/.exec(text) ?? []
  return { epub: '1-1', ...(level && { wcag: `2-${minor}`, level }) } as Claim
}

/** Ranks a claim by its standard, then by its level. */
function rankOf({ epub, level }: Claim): number {
  return (epub === '1-1' && level ? 10 : 0) + (level?.length ?? 0)
}

/** Links only to addresses of the web. */
function linkTo(text: string): { href?: string } {
  return /^https?:\/\//.test(text) ? { href: text } : {}
}

/** Formats a date as `15 de março de 2026`; returns other text unchanged. */
function localDate(text: string): string {
  const date = new Date(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
  if (Number.isNaN(date.getTime())) return text
  return createDateFormat({ dateStyle: 'long', timeZone: 'UTC' })(date)
}

type FeatureStatements = readonly (readonly [statement: StatementId, ...features: string[]])[]

const NAVIGATION: FeatureStatements = [
  ['navigation-page-navigation', 'pageNavigation'],
  ['navigation-structural', 'structuralNavigation'],
  ['navigation-index', 'index'],
  ['navigation-toc', 'tableOfContents'],
]

const RICH_CONTENT: FeatureStatements = [
  ['rich-content-extended', 'longDescription'],
  ['rich-content-accessible-chemistry-as-latex', 'latex-chemistry'],
  ['rich-content-accessible-chemistry-as-mathml', 'MathML-chemistry'],
  ['rich-content-accessible-math-described', 'describedMath'],
  ['rich-content-accessible-math-as-latex', 'latex'],
  ['rich-content-accessible-math-as-mathml', 'MathML'],
  ['rich-content-closed-captions', 'closedCaptions'],
  ['rich-content-open-captions', 'openCaptions'],
  ['rich-content-transcript', 'transcript'],
]

const ADDITIONAL_INFORMATION: FeatureStatements = [
  ['additional-accessibility-information-page-breaks', 'pageBreakMarkers', 'printPageNumbers'],
  ['additional-accessibility-information-aria', 'aria', 'ARIA'],
  ['additional-accessibility-information-audio-descriptions', 'audioDescription'],
  ['additional-accessibility-information-braille', 'braille'],
  ['additional-accessibility-information-full-ruby-annotations', 'fullRubyAnnotations'],
  ['additional-accessibility-information-high-contrast-between-foreground-and-background-audio', 'highContrastAudio'],
  ['additional-accessibility-information-high-contrast-between-text-and-background', 'highContrastDisplay'],
  ['additional-accessibility-information-large-print', 'largePrint'],
  ['additional-accessibility-information-ruby-annotations', 'rubyAnnotations'],
  ['additional-accessibility-information-sign-language', 'signLanguage'],
  ['additional-accessibility-information-tactile-graphics', 'tactileGraphic'],
  ['additional-accessibility-information-tactile-objects', 'tactileObject'],
  ['additional-accessibility-information-text-to-speech-hinting', 'ttsMarkup'],
]

function featuresIn({ feature = [] }: Accessibility, table: FeatureStatements): Statement[] {
  return table.filter(([, ...names]) => names.some((name) => feature.includes(name))).map(([id]) => ({ id }))
}

function hazards({ hazard = [] }: Accessibility): Statement[] {
  const has = (name: (typeof hazard)[number]) => hazard.includes(name)
  const isDeclaredFree = has('noFlashingHazard') && has('noMotionSimulationHazard') && has('noSoundHazard')
  if (has('none') || isDeclaredFree) return [{ id: 'hazards-none' }]
  const found: Statement[] = []
  if (has('flashing')) found.push({ id: 'hazards-flashing' })
  if (has('motionSimulation')) found.push({ id: 'hazards-motion' })
  if (has('sound')) found.push({ id: 'hazards-sound' })
  if (found.length > 0) return found
  return has('unknown') ? [{ id: 'hazards-unknown' }] : []
}

function summary({ summary, summaryLanguage }: Accessibility): Statement[] {
  if (!summary) return []
  return [{ id: 'accessibility-summary-title', value: summary, ...(summaryLanguage && { language: summaryLanguage }) }]
}

function legalConsiderations({ exemption = [] }: Accessibility): Statement[] {
  const isExempt = ['eaa-disproportionate-burden', 'eaa-fundamental-alteration', 'eaa-microenterprise'].some((one) =>
    exemption.includes(one),
  )
  return isExempt ? [{ id: 'legal-considerations-exempt' }] : []
}
