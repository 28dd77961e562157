import { BASELINE } from '@estante/contract/baseline.ts'
import { transform } from 'lightningcss'
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Node, type Rule } from 'postcss'
import { data, featureAt, isInBaseline } from './compatibility.ts'
import type { Finding } from './finding.ts'

/** Versions in lightningcss's format: a byte each for major, minor and patch. */
const TARGETS = Object.fromEntries(
  [
    ['chrome', BASELINE.chrome],
    ['ios_saf', BASELINE.ios],
    ['firefox', BASELINE.firefox],
  ].map(([engine, version = '']) => {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    return [engine, (major << 16) | (minor << 8)]
  }),
)

/** A feature in a style sheet, and whether the sheet has a fallback. */
export interface StyleFeature extends Omit<Finding, 'file'> {
  hasFallback: boolean
  node: ChildNode
}

const UNITS: Record<string, string> = Object.fromEntries(
  ['vw', 'vh', 'vi', 'vb', 'vmin', 'vmax'].flatMap((unit) => [
    [`d${unit}`, 'viewport_percentage_units_dynamic'],
    [`l${unit}`, 'viewport_percentage_units_large'],
    [`s${unit}`, 'viewport_percentage_units_small'],
  ]),
)
for (const unit of ['cqw', 'cqh', 'cqi', 'cqb', 'cqmin', 'cqmax']) UNITS[unit] = 'container_query_length_units'

/** CSS functions by name: `color-mix()` is `css.types.color.color-mix`. */
const FUNCTIONS = new Map<string, string>()
for (const [type, feature] of Object.entries(data.css?.types ?? {})) {
  FUNCTIONS.set(type, `css.types.${type}`)
  for (const name of Object.keys(feature)) if (!FUNCTIONS.has(name)) FUNCTIONS.set(name, `css.types.${type}.${name}`)
}

/** Finds features that a style sheet uses and the baseline lacks. */
export function missingInStyles(css: string): StyleFeature[] {
  const missing: StyleFeature[] = []
  const look = (node: ChildNode, name: string, key: string, hasFallback = false) => {
    if (isInBaseline(key) !== false) return
    missing.push({
      node,
      name,
      keys: [key],
      line: node.source?.start?.line ?? 0,
      hasFallback: hasFallback || isInSupports(node),
    })
  }
  const root = postcss.parse(css)
  root.walkAtRules((rule) => {
    for (const [name, key] of atRuleFeatures(rule)) look(rule, name, key)
  })
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && /keyframes$/.test((rule.parent as AtRule).name)) return
    for (const [name, key] of selectorFeatures(rule)) look(rule, name, key)
  })
  root.walkDecls((declaration) => {
    const fallback = hasFallback(declaration)
    for (const [name, key] of declarationFeatures(declaration)) look(declaration, name, key, fallback)
    if (isDrawnBehind(declaration)) {
      const key = 'css.selectors.backdrop.inherit_from_originating_element'
      look(declaration, declaration.value, key)
    }
  })
  return missing
}

function* atRuleFeatures({ name, params, parent }: AtRule): Generator<[string, string]> {
  yield [`@${name}`, `css.at-rules.${name}`]
  if (parent?.type === 'rule' && name !== 'starting-style') yield [`@${name} inside a rule`, 'css.selectors.nesting']
  if (name !== 'media') return
  for (const [, feature = ''] of params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g)) {
    yield [`(${feature})`, `css.at-rules.media.${feature}`]
  }
  if (/[<>]/.test(params)) yield ['a range of a media feature', 'css.at-rules.media.range_syntax']
}

function* selectorFeatures({ selector, parent }: Rule): Generator<[string, string]> {
  if (parent?.type === 'rule') yield ['a rule inside a rule', 'css.selectors.nesting']
  // A prefixed selector targets the engine of its prefix.
  for (const [name, pseudo] of selector.matchAll(/::?([a-z][a-z-]*)/g)) yield [name, `css.selectors.${pseudo}`]
}

function* declarationFeatures({ prop, value }: Declaration): Generator<[string, string]> {
  const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  // A prefixed property targets the engine of its prefix.
  if (!prop.startsWith('-')) {
    yield [prop, `css.properties.${prop}`]
    for (const [keyword] of plain.matchAll(/(?<![\w.#-])[a-z][a-z-]*(?![\w(-])/g)) {
      yield [`${prop}: ${keyword}`, `css.properties.${prop}.${keyword}`]
    }
  }
  for (const [, name = ''] of plain.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) {
    const key = FUNCTIONS.get(name)
    if (key) yield [`${name}()`, key]
    if (prop === 'grid-template-columns' || prop === 'grid-template-rows') continue
    yield [`${prop}: ${name}()`, `css.properties.${prop}.${name}`]
  }
  if (/\bfrom\b/.test(plain)) {
    for (const [, name = ''] of plain.matchAll(/([a-z]+)\(\s*from\b/g)) {
      yield [`${name}(from …)`, `css.types.color.${name}.relative_syntax`]
    }
  }
  for (const [, unit = ''] of plain.matchAll(/(?<![\w#-])[\d.]+([a-z]+)\b/g)) {
    const key = `css.types.length.${UNITS[unit] ?? unit}`
    if (featureAt(key)) yield [unit, key]
  }
}

/** Whether the node is inside `@supports`. */
function isInSupports(node: Node): boolean {
  for (let above = node.parent; above; above = above.parent as Container | undefined) {
    if (above.type === 'atrule' && (above as unknown as AtRule).name === 'supports') return true
  }
  return false
}

/**
 * Whether the same property has another value before, or a prefixed form. Custom properties accept any value, and a
 * value with `var()` fails only at computed-value time, when earlier values are gone: neither has a fallback.
 */
function hasFallback(declaration: Declaration): boolean {
  const { prop, value, parent } = declaration
  if (prop.startsWith('--')) return false
  const declarations = parent?.nodes.filter((node) => node.type === 'decl') ?? []
  if (declarations.some((one) => /^-(?:webkit|moz)-/.test(one.prop) && one.prop.endsWith(`-${prop}`))) return true
  if (value.includes('var(')) return false
  return declarations.slice(0, declarations.indexOf(declaration)).some((one) => one.prop === prop)
}

function isDrawnBehind({ value, parent }: Declaration): boolean {
  return value.includes('var(') && parent?.type === 'rule' && (parent as Rule).selector.includes('::backdrop')
}

/** Lowers CSS like the build: flattens nesting and adds prefixes. */
export function lower(file: string, css: string): string {
  return Buffer.from(transform({ filename: file, code: Buffer.from(css), targets: TARGETS }).code).toString()
}
