import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/*
 * Who may import whom (docs/decisions/0008-a-folder-a-feature.md). Prints a sentence for each import that breaks the
 * rule, and for each cycle; fails when there is one.
 */

/** What each workspace may import of ours, besides itself. Those not named here may import anything. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  design: [],
  formats: ['contract'],
  play: ['contract', 'design'],
  panel: ['contract', 'design'],
  sdk: ['contract'],
  server: ['contract', 'formats'],
}

/** The contract's modules that hold no schema: the only ones whose values a browser loads. */
const FOR_BROWSERS = [
  'contract/accent.ts',
  'contract/baseline.ts',
  'contract/errors.ts',
  'contract/bridge.ts',
  'contract/screens.ts',
  'contract/shown-text.ts',
]
const BROWSERS = ['play', 'panel', 'design']

/** What every feature of the server stands on, and knows no feature. */
const GROUND = /^server\/(?:(?:http|db|observe|storage)\/|(?:bag|context|config|log|secrets)\.ts$)/

interface Import {
  from: string
  to: string
  /** Whether the module is loaded when the program runs: `import type` is not. */
  isLoaded: boolean
}

const files = globSync('*/**/*.{ts,tsx}', { exclude: (name) => name.includes('node_modules') || name.includes('dist') })
const imports = files.sort().flatMap(readImports)
const faults = [...imports.flatMap(faultsOf), ...findCycles()]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function faultsOf({ from, to, isLoaded }: Import): string[] {
  const [workspace = '', target = ''] = [workspaceOf(from), workspaceOf(to)]
  if (workspace !== target && MAY_IMPORT[workspace] && !MAY_IMPORT[workspace].includes(target)) {
    return [`${from} imports ${to}: ${workspace}/ may import of ours only ${listed(MAY_IMPORT[workspace])}.`]
  }
  if (isTest(from)) return []
  if (target === 'formats' && workspace === 'server' && !from.startsWith('server/imports/')) {
    return [`${from} imports ${to}: in the server only server/imports/ reads books.`]
  }
  if (isLoaded && BROWSERS.includes(workspace) && target === 'contract' && !FOR_BROWSERS.includes(to)) {
    return [`${from} loads ${to}: a browser may only \`import type\` from there, or it carries the schemas along.`]
  }
  return workspace === 'server' && target === 'server' ? faultsInServer(from, to) : []
}

function faultsInServer(from: string, to: string): string[] {
  if (GROUND.test(from)) {
    return GROUND.test(to) ? [] : [`${from} imports ${to}: what every feature stands on knows no feature.`]
  }
  if (to.endsWith('/routes.ts') && from !== 'server/app.ts') {
    return [`${from} imports ${to}: only server/app.ts goes through a feature's door; others use its subject files.`]
  }
  if (to === 'server/app.ts' && from !== 'server/main.ts') return [`${from} imports ${to}: only server/main.ts does.`]
  if (to === 'server/main.ts' && !from.startsWith('server/cli/')) return [`${from} imports ${to}: only the CLI does.`]
  return []
}

/** A sentence for each ring of modules that load each other. */
function findCycles(): string[] {
  const loaded = Map.groupBy(
    imports.filter((one) => one.isLoaded),
    (one) => one.from,
  )
  const done = new Set<string>()
  const cycles: string[] = []
  function visit(file: string, path: string[]): void {
    if (path.includes(file)) cycles.push(`A cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}.`)
    if (done.has(file) || path.includes(file)) return
    for (const { to } of loaded.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of loaded.keys()) visit(file, [])
  return cycles
}

/** What a file imports and re-exports of ours. */
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
    ...module.dynamicImports.map(({ start, end, moduleRequest }) => ({
      start,
      end,
      specifier: source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    })),
  ]
  return statements.flatMap(({ start, end, specifier }) => {
    const to = resolve(file, specifier)
    return to ? [{ from: file, to, isLoaded: !/^(?:import|export)\s+type\b/.test(source.slice(start, end)) }] : []
  })
}

/** The file a specifier names, as the repository lists it; undefined when it is not a module of ours. */
function resolve(from: string, specifier: string): string | undefined {
  if (!/\.tsx?$/.test(specifier)) return undefined
  if (specifier.startsWith('@estante/')) return specifier.slice('@estante/'.length)
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

function workspaceOf(file: string): string {
  return file.slice(0, file.indexOf('/'))
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('server/test/')
}

function listed(workspaces: string[]): string {
  return workspaces.length > 0 ? workspaces.map((one) => `${one}/`).join(' and ') : 'itself'
}
