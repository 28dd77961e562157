import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'
import { data, featureAt, isInBaseline } from './compatibility.ts'
import type { Finding } from './finding.ts'

type ScriptFeature = Omit<Finding, 'file'>
/** Regular expression syntax that no build can lower. */
const REGEX: [name: string, pattern: RegExp, key: string][] = [
  ['look-behind', /\(\?<[=!]/, 'javascript.regular_expressions.lookbehind_assertion'],
  ['a modifier in an expression', /\(\?[ims-]+:/, 'javascript.regular_expressions.modifier'],
]
const REGEX_FLAGS: Record<string, string> = {
  v: 'javascript.builtins.RegExp.unicodeSets',
  d: 'javascript.builtins.RegExp.hasIndices',
}

/** The features behind an option of a method. */
const OPTIONS = new Map<string, string[]>()
/** The features behind an event of that name, on any target. */
const EVENTS = new Map<string, string[]>()
for (const [owner, members] of Object.entries(data.api ?? {})) {
  for (const [method, parts] of Object.entries(members)) {
    const [, event] = /^(\w+)_event$/.exec(method) ?? []
    if (event) EVENTS.set(event, [...(EVENTS.get(event) ?? []), `api.${owner}.${method}`])
    for (const part of Object.keys(parts)) {
      const [, option] = /^options_(\w+)_parameter$/.exec(part) ?? []
      if (!option) continue
      const name = `${method.replace(/_static$/, '')} ${option}`
      OPTIONS.set(name, [...(OPTIONS.get(name) ?? []), `api.${owner}.${method}.${part}`])
    }
  }
}

/** Finds features that a module's syntax shows and the baseline lacks. Types cover the rest. */
export function missingInScript(file: string, source: string): ScriptFeature[] {
  const missing: ScriptFeature[] = []
  const lookAtOptions = (callee: Expression, given: Argument[]) => {
    const called = callee.type === 'MemberExpression' ? callee.property : callee
    for (const options of given) {
      if (called.type !== 'Identifier' || options.type !== 'ObjectExpression') continue
      for (const option of options.properties) {
        if (option.type !== 'Property' || option.key.type !== 'Identifier') continue
        look(option.start, option.key.name, optionKeys(called.name, option.key.name))
      }
    }
  }
  const look = (at: number, name: string, keys: string[]) => {
    const known = keys.map(isInBaseline).filter((answer) => answer !== undefined)
    if (known.length === 0 || known.some(Boolean)) return
    missing.push({ line: source.slice(0, at).split('\n').length, name, keys: keys.filter(featureAt) })
  }
  const lookAtRegex = (at: number, pattern: string, flags: string) => {
    for (const [name, used, key] of REGEX) if (used.test(pattern)) look(at, name, [key])
    for (const flag of flags) if (REGEX_FLAGS[flag]) look(at, `the flag ${flag}`, [REGEX_FLAGS[flag]])
  }

  new Visitor({
    Literal(node) {
      if ('regex' in node) lookAtRegex(node.start, node.regex.pattern, node.regex.flags)
    },
    NewExpression({ callee, arguments: given }) {
      lookAtOptions(callee, given)
      const [pattern] = given
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !pattern) return
      lookAtRegex(pattern.start, source.slice(pattern.start, pattern.end), '')
    },
    StaticBlock: ({ start }) => look(start, 'a static block', ['javascript.classes.static.initialization_blocks']),
    VariableDeclaration({ start, kind }) {
      if (kind === 'using' || kind === 'await using') look(start, kind, ['javascript.statements.using'])
    },
    ImportAttribute: ({ start }) =>
      look(start, 'an import attribute', ['javascript.statements.import.import_attributes']),
    CallExpression({ callee, arguments: given }) {
      lookAtOptions(callee, given)
      const [first] = given
      const name = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name
      if (name !== 'addEventListener' || first?.type !== 'Literal' || typeof first.value !== 'string') return
      look(first.start, `the event ${first.value}`, EVENTS.get(first.value) ?? [])
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || !/^[a-z]/.test(name.name)) return
      const element = name.name
      look(name.start, `<${element}>`, [`html.elements.${element}`, `svg.elements.${element}`])
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue
        const { name: written } = attribute.name
        const name = written.toLowerCase()
        const keys = [`html.elements.${element}.${name}`, `html.global_attributes.${name}`]
        look(attribute.start, `<${element} ${written}>`, keys)
        if (/^on[A-Z]/.test(written)) look(attribute.start, written, EVENTS.get(name.slice(2)) ?? [])
      }
    },
  }).visit(parseSync(file, source).program)
  return missing
}

/** Keys of an option of any method with that name. The options of `fetch` and `fetchInTime` are members of `Request`. */
function optionKeys(called: string, option: string): string[] {
  // `Request.body` is the stream that is read, unlike the option.
  if (called === 'fetch' || called === 'fetchInTime') return option === 'body' ? [] : [`api.Request.${option}`]
  return OPTIONS.get(`${called} ${option}`) ?? []
}
