import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { featureAt, isInBaseline } from './compatibility.ts'

/** A declaration in TypeScript's libraries, and the features behind it. */
interface LibraryName {
  name: string
  keys: string[]
  start: number
  end: number
}

/** Common properties of syntax tree nodes. */
interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: the tree is untyped.
  [field: string]: any
}

/** TypeScript's interfaces that correspond to another one in the compatibility data. */
const SAME_AS: Record<string, string> = {
  ReadonlyArray: 'Array',
  ReadonlyMap: 'Map',
  ReadonlySet: 'Set',
  IteratorObject: 'Iterator',
  AsyncIteratorObject: 'AsyncIterator',
}

/**
 * Writes TypeScript's libraries without the names that the baseline lacks, so that code using one does not compile.
 * Returns the features behind each removed name.
 */
export function writeLibraries(folder: string): Map<string, string[]> {
  const sources = globSync('node_modules/@typescript/typescript-*/lib/lib.*.d.ts')
    .filter((path) => !/\.full\.d\.ts$|\.(?:webworker|scripthost)\b|lib\.d\.ts$/.test(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, text, body: parseSync(path, text).program.body as unknown as Node[] }
    })
  const heirs = readHeirs(sources.flatMap(({ body }) => body))
  const leftOut = new Map<string, string[]>()
  mkdirSync(folder, { recursive: true })
  for (const { path, text, body } of sources) {
    const missing = declarations(body, heirs).filter(({ keys }) => isMissing(keys))
    for (const { name, keys } of missing) leftOut.set(name, [...(leftOut.get(name) ?? []), ...keys])
    writeFileSync(join(folder, basename(path)), without(text, missing).replace(/^\/\/\/ <reference .*$/gm, ''))
  }
  return leftOut
}

/** Whether the data has at least one of the keys, and the baseline lacks all that it has. */
function isMissing(keys: string[]): boolean {
  const known = keys.map(isInBaseline).filter((answer) => answer !== undefined)
  return known.length > 0 && known.every((answer) => !answer)
}

/** Blanks declarations, so that positions do not change. */
function without(text: string, missing: LibraryName[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of missing.sort((one, other) => one.start - other.start)) {
    if (start < from) continue
    rest += text.slice(from, start) + text.slice(start, end).replace(/\S/g, ' ')
    from = end
  }
  return rest + text.slice(from)
}

/** Maps each interface to its subtypes: the web's mixins have no features of their own. */
function readHeirs(body: Node[]): Map<string, string[]> {
  const heirs = new Map<string, string[]>()
  for (const node of body) {
    if (node.type !== 'TSInterfaceDeclaration') continue
    for (const { expression } of node.extends ?? []) {
      heirs.set(expression.name, [...(heirs.get(expression.name) ?? []), node.id.name])
    }
  }
  return heirs
}

function declarations(body: Node[], heirs: Map<string, string[]>, inside = ''): LibraryName[] {
  return body.flatMap((node) => {
    const { start, end } = node
    switch (node.type) {
      case 'TSInterfaceDeclaration':
        return memberNamesOf(node.body.body, namesOf(node.id.name, heirs), inside)
      case 'VariableDeclaration':
        return node.declarations.flatMap(({ id }: Node) => variable(id, node, inside))
      case 'TSDeclareFunction': {
        const { name } = node.id
        return [{ name, start, end, keys: globalKeys(name, inside) }]
      }
      case 'TSModuleDeclaration':
        return declarations(node.body.body, heirs, `${node.id.name}.`)
      case 'ExportNamedDeclaration':
        return declarations([node.declaration].filter(Boolean), heirs, inside)
      default:
        return []
    }
  })
}

/** Handles `declare var X: { new (): X; of(): X }`: removes the variable, or only its static members. */
function variable(id: Node, { start, end }: Node, inside: string): LibraryName[] {
  const name: string = id.name
  const type = id.typeAnnotation?.typeAnnotation
  const statics = type?.type === 'TSTypeLiteral' ? memberNamesOf(type.members, [name], inside, true) : []
  const keys = globalKeys(name, inside)
  return isMissing(keys) ? [{ name, start, end, keys }] : statics
}

function globalKeys(name: string, inside: string): string[] {
  const event = name.startsWith('on') ? [`api.Window.${name.slice(2)}_event`] : []
  if (inside) return [`javascript.builtins.${inside}${name}`, `api.${inside}${name}_static`]
  return [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`, ...event]
}

/** Keys of an interface in the data: its own, or its subtypes'. */
function namesOf(name: string, heirs: Map<string, string[]>): string[] {
  const known = SAME_AS[name] ?? name
  if (/Constructor$/.test(name) || featureAt(`api.${known}`) || featureAt(`javascript.builtins.${known}`))
    return [known]
  return [known, ...(heirs.get(name) ?? []).flatMap((heir) => namesOf(heir, heirs))]
}

function memberNamesOf(members: Node[], owners: string[], inside: string, isStatic = false): LibraryName[] {
  return members.flatMap((member) => {
    const name = memberName(member)
    if (!name || name === 'prototype') return []
    // TypeScript types every iterator by this member, long before `Iterator` itself is supported.
    if (name.startsWith('@@') && owners.some((owner) => /Iterator$/.test(owner))) return []
    const keys = owners
      .filter((owner) => isUsable(owner, inside))
      .flatMap((owner) => memberKeys(owner, name, inside, isStatic))
    return keys.length > 0 ? [{ name, keys, start: member.start, end: member.end }] : []
  })
}

/** Whether the interface itself is supported. Members of an unsupported one can stay: nothing leads to them. */
function isUsable(owner: string, inside: string): boolean {
  const name = inside + owner.replace(/Constructor$/, '')
  return isInBaseline(`api.${name}`) !== false && isInBaseline(`javascript.builtins.${name}`) !== false
}

function memberKeys(owner: string, name: string, inside: string, isStatic: boolean): string[] {
  if (owner.endsWith('Constructor'))
    return [`javascript.builtins.${inside}${owner.slice(0, -'Constructor'.length)}.${name}`]
  if (isStatic) return [`api.${owner}.${name}_static`]
  return [
    `javascript.builtins.${inside}${owner}.${name}`,
    ...(/^(?:Big)?(?:Ui|I)nt\w*Array$|^Float\d+Array$/.test(owner) ? [`javascript.builtins.TypedArray.${name}`] : []),
    `api.${owner}.${name}`,
    ...(owner === 'Window' ? [`api.${name}`] : []),
    ...(name.startsWith('on') ? [`api.${owner}.${name.slice(2)}_event`] : []),
  ]
}

/** Returns `size`, or `@@iterator` for `[Symbol.iterator]`. */
function memberName({ key, computed }: Node): string | undefined {
  if (!computed) return key?.name ?? key?.value
  return key?.object?.name === 'Symbol' ? `@@${key.property.name}` : undefined
}
