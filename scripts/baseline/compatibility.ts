import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASELINE } from '@estante/contract/baseline.ts'
import { installPackages } from '../install-packages.ts'

/** A version in which an engine has a feature, as https://github.com/mdn/browser-compat-data/blob/main/schemas says it. */
interface Statement {
  version_added: string | false | null
  version_removed?: string | boolean
  flags?: unknown[]
  prefix?: string
  alternative_name?: string
}
export type Feature = { [name: string]: Feature } & { __compat?: { support: Record<string, Statement | Statement[]> } }

/** The engines of the baseline under the names of the data. */
const ENGINES = {
  chrome: { version: BASELINE.chrome, title: 'Chrome' },
  chrome_android: { version: BASELINE.chrome, title: 'Chrome for Android' },
  webview_android: { version: BASELINE.chrome, title: 'Android WebView' },
  safari_ios: { version: BASELINE.ios, title: 'iOS' },
  firefox: { version: BASELINE.firefox, title: 'Firefox' },
}

const file = join(installPackages(import.meta.dirname), 'node_modules/@mdn/browser-compat-data/data.json')
export const data = JSON.parse(readFileSync(file, 'utf8')) as Feature

/** A feature such as `api.URLSearchParams.size`; undefined when the data knows none of this name. */
export function featureAt(key: string): Feature | undefined {
  let feature: Feature | undefined = data
  for (const name of key.split('.')) feature = Object.hasOwn(feature ?? {}, name) ? feature?.[name] : undefined
  return feature?.__compat && feature
}

/** Whether every engine of the baseline has it; undefined when the data does not know it. */
export function isInBaseline(key: string): boolean | undefined {
  const feature = featureAt(key)
  return feature && Object.keys(ENGINES).every((engine) => hasFeature(feature, engine as keyof typeof ENGINES))
}

/** The engines of the baseline that lack the first of these that the data knows, and when they have it. */
export function whereItIs(keys: string[]): string {
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

/** A feature behind a flag or under another name is none. One with gaps counts: the walks of e2e/ meet those. */
function isWhole({ version_added, flags, prefix, alternative_name }: Statement): boolean {
  return !!version_added && version_added !== 'preview' && !flags && !prefix && !alternative_name
}

function isLater(version: string | boolean | null, than: string): boolean {
  if (typeof version !== 'string') return true
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  const [thanMajor = 0, thanMinor = 0] = than.split('.').map(Number)
  return major > thanMajor || (major === thanMajor && minor > thanMinor)
}
