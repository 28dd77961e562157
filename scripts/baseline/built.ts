import { parseSync, Visitor } from 'oxc-parser'
import { data, type Feature, isInBaseline } from './compatibility.ts'
import { missingInScript } from './scripts.ts'
import { missingInStyles } from './style-sheets.ts'

/** A feature used in a built file that the baseline lacks. */
export interface MissingFeature {
  name: string
  keys: string[]
}

/**
 * Finds features that a built file, dependencies included, uses and the baseline lacks. Built files have no types, so
 * of a script this covers syntax, and names that no feature of the baseline has.
 */
export function missingInBuilt(file: string, text: string): MissingFeature[] {
  if (file.endsWith('.css')) return missingInStyles(text).filter(({ hasFallback }) => !hasFallback)
  const missing: MissingFeature[] = missingInScript(file, text)
  const look = (name: string) => {
    const keys = newNames().get(name)
    if (keys) missing.push({ name, keys })
  }
  new Visitor({
    MemberExpression({ property, computed }) {
      if (!computed && property.type === 'Identifier') look(property.name)
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier') look(callee.name)
    },
  }).visit(parseSync(file, text).program)
  return missing
}

let names: Map<string, string[]> | undefined

/** Lists names of the language and the web platform that no feature of the baseline has. */
function newNames(): Map<string, string[]> {
  if (names) return names
  names = new Map()
  const old = new Set<string>()
  for (const root of ['api', 'javascript.builtins', 'javascript.builtins.Intl']) {
    for (const key of keysUnder(root)) {
      const name = (key.split('.').at(-1) ?? '').replace(/_static$/, '')
      if (isInBaseline(key)) old.add(name)
      else names.set(name, [...(names.get(name) ?? []), key])
    }
  }
  for (const name of old) names.delete(name)
  return names
}

/** Iterates the keys of a root's interfaces and their members. */
function* keysUnder(root: string): Generator<string> {
  let feature: Feature | undefined = data
  for (const name of root.split('.')) feature = feature?.[name]
  for (const [owner, members] of Object.entries(feature ?? {}) as [string, Feature][]) {
    if (owner === '__compat') continue
    if (members.__compat) yield `${root}.${owner}`
    for (const name of Object.keys(members)) if (members[name]?.__compat) yield `${root}.${owner}.${name}`
  }
}
