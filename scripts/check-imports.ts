import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { CONTRACT_FOR_BROWSERS } from './contract-for-browsers.ts'

/*
 * Enforces the import rules (docs/decisions/0008-feature-folders-and-import-rules.md), types included. Prints each
 * import that breaks them, each file that registers routes under a name that does not say so, and each cycle of files,
 * of features or of the server's folders; fails if there is one.
 */

/** The workspaces that each workspace may import. A workspace without an entry may import any. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  design: [],
  formats: ['contract'],
  client: ['design'],
  play: ['contract', 'design', 'client'],
  panel: ['contract', 'design', 'client'],
  server: ['contract', 'formats'],
  sdk: ['contract'],
}

const BROWSERS = ['play', 'panel', 'client', 'design', 'sdk']

/** The server's foundations, which must not import features. */
const FOUNDATIONS =
  /^server\/(?:(?:http|db|observe|storage)\/|(?:bounded-cache|calendar|config|contact|context|display-name|environment|keyed-queue|log|logged-error|random-pool|search-text|secrets|subprocess|tenancy|version-of)\.ts$)/

/** The files that register a feature's routes: `routes.ts`, `panel-routes.ts` and the like. */
const ROUTES = /\/(?:[\w-]+-)?routes\.ts$/

interface Edge {
  from: string
  to: string
  /** The import that an edge between folders stands for. */
  file?: Edge
}

interface Import extends Edge {
  /** Whether the module is loaded at run time, unlike with `import type`. */
  isLoaded: boolean
}

const files = globSync('*/**/*.{ts,tsx}', { exclude: (name) => name.includes('node_modules') || name.includes('dist') })
const imports = files.sort().flatMap(readImports)
const owned = imports.filter(({ from }) => !isTest(from))
const forbidden = [
  ...files.filter(isUnnamedRoutes).map((file) => `${file} registers routes: name it \`…-routes.ts\`.`),
  ...imports.flatMap(faultsOf),
]
// One forbidden import closes many cycles: cycles are searched once there is none.
const faults =
  forbidden.length > 0
    ? forbidden
    : [
        ...findCycles('files', owned),
        ...findCycles('features', owned.flatMap(betweenFeatures)),
        ...findCycles('folders', owned.flatMap(betweenFolders)),
      ]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function faultsOf({ from, to, isLoaded }: Import): string[] {
  const [workspace = '', target = ''] = [workspaceOf(from), workspaceOf(to)]
  if (workspace !== target && MAY_IMPORT[workspace] && !MAY_IMPORT[workspace].includes(target)) {
    return [`${from} imports ${to}: ${workspace}/ may import of ours only ${listed(MAY_IMPORT[workspace])}.`]
  }
  if (isTest(from)) return []
  // Reading a search index parses nothing that a publisher wrote.
  const readsBooks = target === 'formats' && !to.startsWith('formats/search/')
  if (readsBooks && workspace === 'server' && !from.startsWith('server/imports/')) {
    return [`${from} imports ${to}: in the server only server/imports/ reads books.`]
  }
  if (isLoaded && BROWSERS.includes(workspace) && target === 'contract' && !CONTRACT_FOR_BROWSERS.includes(to)) {
    return [`${from} loads ${to}: a browser may only \`import type\` from there, or it carries the schemas along.`]
  }
  return workspace === 'server' && target === 'server' ? faultsInServer(from, to) : []
}

function faultsInServer(from: string, to: string): string[] {
  if (FOUNDATIONS.test(from)) {
    return FOUNDATIONS.test(to)
      ? []
      : [`${from} imports ${to}: a foundation of the server, such as db/ or http/, may not import a feature.`]
  }
  if (ROUTES.test(to) && from !== 'server/app.ts') {
    return [
      `${from} imports ${to}: only server/app.ts may import routes. Import the file that holds what you need, or move it there.`,
    ]
  }
  if (to === 'server/app.ts' && from !== 'server/main.ts') return [`${from} imports ${to}: only server/main.ts does.`]
  if (to === 'server/main.ts' && !from.startsWith('server/cli/')) return [`${from} imports ${to}: only the CLI does.`]
  return []
}

/**
 * Lifts an import to features, the folders of a workspace: `server/imports/jobs` is part of `server/imports`. A file
 * beside the server's features counts as one; a file beside an application's features loads its screens, which import
 * it.
 */
function betweenFeatures(edge: Edge): Edge[] {
  return lift(edge, (file) => /^(?:server\/[^/]+|[^/]+\/[^/]+(?=\/))/.exec(file)?.[0])
}

/** Lifts an import to the server's folders. */
function betweenFolders(edge: Edge): Edge[] {
  return lift(edge, (file) => /^server\/.+(?=\/)/.exec(file)?.[0])
}

function lift({ from, to }: Edge, nodeOf: (file: string) => string | undefined): Edge[] {
  const [source, target] = [nodeOf(from), nodeOf(to)]
  return source && target && source !== target ? [{ from: source, to: target, file: { from, to } }] : []
}

/** Describes each cycle of a graph, with the imports of its rarest step, whose removal opens it. */
function findCycles(subject: string, edges: Edge[]): string[] {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const done = new Set<string>()
  const cycles: string[] = []
  function visit(node: string, path: string[]): void {
    if (path.includes(node)) {
      const cycle = [...path.slice(path.indexOf(node)), node]
      const steps = cycle.slice(1).map((to, index) => targets.get(cycle[index]!)!.filter((edge) => edge.to === to))
      const [fewest = []] = steps.toSorted((one, other) => one.length - other.length)
      const names = fewest.map((edge) => edge.file ?? edge).map(({ from, to }) => `${from} imports ${to}`)
      cycles.push(`A cycle of ${subject}: ${cycle.join(' → ')}. Its rarest step: ${names.join('; ')}.`)
    }
    if (done.has(node) || path.includes(node)) return
    for (const to of new Set(targets.get(node)?.map((edge) => edge.to))) visit(to, [...path, node])
    done.add(node)
  }
  for (const node of targets.keys()) visit(node, [])
  return cycles
}

/** Reads a file's imports and re-exports of our modules. */
function readImports(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const { module } = parseSync(file, source)
  const statements = [
    ...module.staticImports.map(({ start, end, moduleRequest }) => ({ start, end, specifier: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, end, entries }) =>
      entries
        .slice(0, 1)
        .flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, end, specifier: moduleRequest.value }] : [])),
    ),
    // `await import(…)`, and types such as `import(…).Member`.
    ...source.matchAll(/\bimport\('([^']+)'/g).map(({ index, 0: { length }, 1: specifier = '' }) => ({
      start: index,
      end: index + length,
      specifier,
    })),
  ]
  return statements.flatMap(({ start, end, specifier }) => {
    const to = resolve(file, specifier)
    return to ? [{ from: file, to, isLoaded: !/^(?:import|export)\s+type\b/.test(source.slice(start, end)) }] : []
  })
}

/** Resolves a specifier to a path in the repository. Undefined for other modules. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('@estante/sdk')) return relative('.', fileURLToPath(import.meta.resolve(specifier)))
  if (!/\.tsx?$/.test(specifier)) return undefined
  if (specifier.startsWith('@estante/')) return specifier.slice('@estante/'.length)
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

/** The gallery shows components of the applications, too. Nothing imports it, so it may import any workspace. */
function workspaceOf(file: string): string {
  return file.startsWith('design/gallery') ? 'gallery' : file.slice(0, file.indexOf('/'))
}

/** Whether a feature's file registers routes, and its name does not say so. */
function isUnnamedRoutes(file: string): boolean {
  if (!file.startsWith('server/') || FOUNDATIONS.test(file) || ROUTES.test(file) || isTest(file)) return false
  return /^export function \w+Routes\(/m.test(readFileSync(file, 'utf8'))
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('server/test/')
}

function listed(workspaces: string[]): string {
  return workspaces.length > 0 ? workspaces.map((one) => `${one}/`).join(', ') : 'itself'
}
