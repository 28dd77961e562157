import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { BASELINE } from '@estante/contract/baseline.ts'
import { palettes, type ResolvedAppearance, toAppearance } from '@estante/play/reader/appearance/appearance.ts'
import { pageGeometry } from '@estante/play/reader/layout/page-geometry.ts'
import { colourStyle, pageStyle } from '@estante/play/reader/layout/page-style.ts'
import { describeSupport } from './baseline/compatibility.ts'
import { DECLARATION, declaredLines, type Finding } from './baseline/finding.ts'
import { writeLibraries } from './baseline/libraries.ts'
import { isOrnament } from './baseline/ornaments.ts'
import { missingInScript } from './baseline/scripts.ts'
import { lower, missingInStyles } from './baseline/style-sheets.ts'
import { CONTRACT_FOR_BROWSERS } from './contract-for-browsers.ts'

/*
 * Checks that both applications support the engines of contract/baseline.ts, by MDN's compatibility data. Prints each
 * use of a feature that one of them lacks, unless the source declares the effect in a comment that starts with
 * `DECLARATION`, or a style sheet has `@supports` or an earlier value.
 */

const PAGE_STYLE = 'play/reader/layout/page-style.ts'
const SOURCES = globSync('{play,panel,design,client}/**/*.{ts,tsx,css}', {
  exclude: (name) => /node_modules|dist/.test(name),
})
  .filter(
    (file) =>
      !/\.test\.tsx?$|\.d\.ts$|vite\.config\.ts$|^play\/test\/|^design\/(?:application-build|gallery|hover-where-possible|layers-first|older-engines|precompress|reloadable-files)/.test(
        file,
      ),
  )
  .concat(CONTRACT_FOR_BROWSERS)
  .sort()

const findings = [...checkTypes(), ...SOURCES.flatMap(checkSource)].filter(({ keys }) => !keys.some(isOrnament))
const ofFile = Map.groupBy(findings, ({ file }) => file)
const faults = SOURCES.flatMap((file) => report(file, ofFile.get(file) ?? []))
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  const engines = Object.entries(BASELINE).map(([engine, version]) => `${engine} ${version}`)
  console.error(`\nBelow the baseline (${engines.join(', ')}): mend it, or say beside it “${DECLARATION} …”.`)
  process.exitCode = 1
}

/** Compiles the sources with libraries reduced to the baseline. Errors name the missing features. */
function checkTypes(): Finding[] {
  const folder = resolve('node_modules/.cache/baseline')
  const leftOut = writeLibraries(folder)
  // Node's types would declare some of those names again: this file fails to compile when a source brings them in.
  const withoutNode = join(folder, 'without-node.ts')
  writeFileSync(withoutNode, '// @ts-expect-error\nexport const { pid } = process\n')
  const scripts = SOURCES.filter((file) => !file.endsWith('.css'))
  const { lib, ...compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions
  const project = {
    compilerOptions: {
      ...compilerOptions,
      noLib: true,
      types: [],
      incremental: true,
      tsBuildInfoFile: join(folder, 'built.tsbuildinfo'),
    },
    files: [
      ...globSync(join(folder, 'lib.*.d.ts')),
      withoutNode,
      ...[...scripts, ...globSync('*/*.d.ts')].map((file) => resolve(file)),
    ],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const parameters = ['--project', join(folder, 'tsconfig.json'), '--pretty', 'false', '--singleThreaded']
  const { stdout, error } = spawnSync('tsc', parameters, { encoding: 'utf8' })
  if (error) throw error
  return stdout.split('\n').flatMap((message) => {
    const [, path = '', line = '', code = '', sentence = ''] =
      /^(?:(.+?)\((\d+),\d+\): )?error TS(\d+): (.+)$/.exec(message) ?? []
    // Follows from another error: a parameter whose type became unknown.
    if (!code || code === '7006' || code === '7031') return []
    if (!SOURCES.includes(relative('.', resolve(path)))) throw new Error(message)
    const names = [...sentence.matchAll(/'([\w@]+)'/g)].map(([, name = '']) => name)
    const name = names.find((one) => leftOut.has(one))
    const keys = leftOut.get(name ?? '') ?? []
    return [{ file: relative('.', resolve(path)), line: Number(line), name: name ?? sentence, keys }]
  })
}

function checkSource(file: string): Finding[] {
  const source = readFileSync(file, 'utf8')
  if (file === PAGE_STYLE) return checkPageStyle(source)
  if (!file.endsWith('.css')) return missingInScript(file, source).map((one) => ({ ...one, file }))
  // Ignores features that the build compiles away.
  const left = new Set(
    missingInStyles(lower(file, source)).flatMap(({ keys, hasFallback }) => (hasFallback ? [] : keys)),
  )
  return missingInStyles(source)
    .filter(({ keys, hasFallback }) => !hasFallback && keys.some((key) => left.has(key)))
    .map(({ line, name, keys }) => ({ file, line, name, keys }))
}

/** Checks the style sheet that the reader generates for chapters, which no build lowers. */
function checkPageStyle(source: string): Finding[] {
  const lines = source.split('\n')
  const lineOf = (written: string) => lines.findIndex((line) => line.includes(written)) + 1
  const looks: ResolvedAppearance[] = [
    { ...toAppearance({}), flow: 'pages', align: 'justify', family: 'sans', lineHeight: 'normal' },
    { ...toAppearance({}), flow: 'scroll' },
  ]
  const sheets = looks.map((look) => {
    const writing = { isVertical: look.flow === 'pages', isRightToLeft: false }
    return pageStyle(pageGeometry(400, 800, writing, look), writing, look)
  })
  return [...sheets, colourStyle(palettes.light)]
    .flatMap(missingInStyles)
    .filter(({ hasFallback }) => !hasFallback)
    .map(({ node, name, keys }) => {
      const line =
        node.type === 'decl'
          ? // A value may be composed in the source.
            lineOf(`${node.prop}: ${node.value}`) || lineOf(`${node.prop}:`)
          : lineOf(node.toString().slice(0, node.toString().indexOf('{')))
      return { file: PAGE_STYLE, line, name, keys }
    })
}

/** Reports findings without a declaration, and declarations without a finding. */
function report(file: string, found: Finding[]): string[] {
  const declared = declaredLines(readFileSync(file, 'utf8'))
  const lines = new Set(found.map(({ line }) => line))
  return [
    ...found
      .filter(({ line }) => !declared.has(line))
      .map(({ line, name, keys }) => `${file}:${line} uses ${name}: ${describeSupport(keys)}`),
    ...[...declared].flatMap(([line, at]) =>
      lines.has(line) ? [] : [`${file}:${at} declares what nothing below needs.`],
    ),
  ]
}
