import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASELINE } from '@estante/contract/baseline.ts'
import { installPackages } from '../install-packages.ts'

/** A support statement of https://github.com/mdn/browser-compat-data/blob/main/schemas */
interface Statement {
  version_added: string | false | null
  version_removed?: string | boolean
  flags?: unknown[]
  prefix?: string
  alternative_name?: string
}
export type Feature = { [name: string]: Feature } & { __compat?: { support: Record<string, Statement | Statement[]> } }

/** The baseline's engines, by their keys in the data. */
const ENGINES = {
  chrome: { version: BASELINE.chrome, title: 'Chrome' },
  chrome_android: { version: BASELINE.chrome, title: 'Chrome for Android' },
  webview_android: { version: BASELINE.chrome, title: 'Android WebView' },
  safari_ios: { version: BASELINE.ios, title: 'iOS' },
  firefox: { version: BASELINE.firefox, title: 'Firefox' },
}

const file = join(installPackages(import.meta.dirname), 'node_modules/@mdn/browser-compat-data/data.json')
export const data = JSON.parse(readFileSync(file, 'utf8')) as Feature

/** Looks up a feature such as `api.URLSearchParams.size`. Undefined if the data lacks it. */
export function featureAt(key: string): Feature | undefined {
  let feature: Feature | undefined = data
  for (const name of key.split('.')) feature = Object.hasOwn(feature ?? {}, name) ? feature?.[name] : undefined
  return feature?.__compat && feature
}

/** Whether all engines of the baseline support a feature. Undefined if the data lacks it. */
export function isInBaseline(key: string): boolean | undefined {
  const feature = featureAt(key)
  return feature && Object.keys(ENGINES).every((engine) => hasFeature(feature, engine as keyof typeof ENGINES))
}

/** Describes which engines of the baseline lack the first feature that the data has, and since when they support it. */
export function describeSupport(keys: string[]): string {
  const feature = keys.map(featureAt).find(Boolean)
  if (!feature) return 'unknown to the compatibility data'
  const lacking = Object.entries(ENGINES).filter(([engine]) => !hasFeature(feature, engine as keyof typeof ENGINES))
  return lacking
    .map(([engine, { title }]) => {
      const since = statements(feature, engine).find(isWhole)?.version_added
      return since ? `${title} has it from ${since}` : `${title} lacks it`
    })
    .join(', ')
}

function hasFeature(feature: Feature, engine: keyof typeof ENGINES): boolean {
  const { version } = ENGINES[engine]
  return statements(feature, engine).some(
    (statement) =>
      isWhole(statement) &&
      !isLater(statement.version_added, version) &&
      (!statement.version_removed || isLater(statement.version_removed, version)),
  )
}

function statements(feature: Feature, engine: string): Statement[] {
  const support = feature.__compat?.support[engine] ?? []
  return Array.isArray(support) ? support : [support]
}

/**
 * Whether support is complete: not behind a flag or under another name. Notes on gaps are ignored: the walks of e2e/
 * cover them.
 */
function isWhole({ version_added, flags, prefix, alternative_name }: Statement): boolean {
  return !!version_added && version_added !== 'preview' && !flags && !prefix && !alternative_name
}

function isLater(version: string | boolean | null, than: string): boolean {
  if (typeof version !== 'string') return true
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  const [thanMajor = 0, thanMinor = 0] = than.split('.').map(Number)
  return major > thanMajor || (major === thanMajor && minor > thanMinor)
}
