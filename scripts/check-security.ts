import { existsSync, readFileSync } from 'node:fs'

/*
 * Checks docs/seguranca.md, which answers each requirement of levels 1 and 2 of OWASP ASVS 5.0.0: every requirement has
 * one row, with its level; every test that a row names is there, a `…` standing for a placeholder; the summary counts
 * them right.
 */

/** The levels of the requirements of each section, in their order: V1.2.4 is the fourth of V1.2. */
// biome-ignore format: read as a table.
const levels: Record<string, string> = {
  'V1.1': '22', 'V1.2': '1111122223', 'V1.3': '112222222223', 'V1.4': '222', 'V1.5': '123',
  'V2.1': '122', 'V2.2': '112', 'V2.3': '12223', 'V2.4': '23',
  'V3.1': '3', 'V3.2': '113', 'V3.3': '12223', 'V3.4': '11222233', 'V3.5': '11122333', 'V3.6': '3', 'V3.7': '22333',
  'V4.1': '12233', 'V4.2': '23333', 'V4.3': '22', 'V4.4': '1222',
  'V5.1': '2', 'V5.2': '112333', 'V5.3': '113', 'V5.4': '222',
  'V6.1': '122', 'V6.2': '111111112222', 'V6.3': '11223333', 'V6.4': '112233', 'V6.5': '22222333', 'V6.6': '2223', 'V6.7': '33', 'V6.8': '2222',
  'V7.1': '222', 'V7.2': '1111', 'V7.3': '22', 'V7.4': '11222', 'V7.5': '223', 'V7.6': '22',
  'V8.1': '1233', 'V8.2': '1123', 'V8.3': '133', 'V8.4': '23',
  'V9.1': '111', 'V9.2': '1222',
  'V10.1': '22', 'V10.2': '223', 'V10.3': '22223', 'V10.4': '1111122222233333', 'V10.5': '22222', 'V10.6': '22', 'V10.7': '222',
  'V11.1': '2233', 'V11.2': '22233', 'V11.3': '11233', 'V11.4': '1222', 'V11.5': '23', 'V11.6': '23', 'V11.7': '33',
  'V12.1': '12233', 'V12.2': '11', 'V12.3': '22223',
  'V13.1': '2333', 'V13.2': '222223', 'V13.3': '2233', 'V13.4': '1222233',
  'V14.1': '22', 'V14.2': '12223333', 'V14.3': '122',
  'V15.1': '12233', 'V15.2': '12233', 'V15.3': '1222222', 'V15.4': '3333',
  'V16.1': '2', 'V16.2': '22222', 'V16.3': '2222', 'V16.4': '222', 'V16.5': '2223',
  'V17.1': '23', 'V17.2': '22223333', 'V17.3': '22',
}

type Kind = keyof typeof labels
const labels = {
  tested: 'mostrados por um teste',
  built: 'cumpridos pela construção ou escritos, sem teste próprio',
  partly: 'em parte',
  lacking: 'não atendidos',
  foreign: 'não se aplicam',
}

const page = readFileSync('docs/seguranca.md', 'utf8')
const requirements = Object.entries(levels).flatMap(([section, list]) =>
  [...list].flatMap((level, index) => (level === '3' ? [] : [{ id: `${section}.${index + 1}`.slice(1), level }])),
)
const rows = [...page.matchAll(/^\| (\d[\d., ]*) \| ([12 e]+) \| .*? \| (.*) \|$/gm)].map(
  ([, ids, level, answer = '']) => {
    const isCovered = (id: string) => ids!.split(', ').some((one) => id === one || id.startsWith(`${one}.`))
    return { ids, level, answer, covered: requirements.filter(({ id }) => isCovered(id)) }
  },
)

const faults = [
  ...requirements.flatMap(({ id }) => {
    const count = rows.filter(({ covered }) => covered.some((one) => one.id === id)).length
    return count === 1 ? [] : [`${id}: ${count} answers, not one`]
  }),
  ...rows.flatMap(({ ids, level, covered }) => {
    const levelsOfRow = [...new Set(covered.map((one) => one.level))].sort().join(' e ')
    return level === levelsOfRow ? [] : [`${ids}: level ${level}, not ${levelsOfRow}`]
  }),
  ...rows
    .flatMap(({ answer }) => testsIn(answer))
    .flatMap(({ file, name }) =>
      isTest(file, name) ? [] : [`${file} has no test "${name}": name the one that proves the requirement now`],
    ),
  ...Object.entries(labels).flatMap(([kind, label]) => {
    const count = rows
      .filter(({ answer }) => kindOf(answer) === kind)
      .reduce((sum, { covered }) => sum + covered.length, 0)
    return page.includes(`| ${label} | ${count} |`) ? [] : [`"${label}" is ${count}`]
  }),
]
if (faults.length > 0) {
  console.error([...new Set(faults)].map((fault) => `docs/seguranca.md: ${fault}`).join('\n'))
  process.exitCode = 1
}

function kindOf(answer: string): Kind {
  if (answer.startsWith('**Em parte**')) return 'partly'
  if (answer.startsWith('**Não atendido**')) return 'lacking'
  if (answer.startsWith('Não se aplica')) return 'foreign'
  return answer.startsWith('`') ? 'tested' : 'built'
}

/** A row names its tests as "`file`: name", one a line. */
function testsIn(answer: string) {
  return answer.split('<br>').flatMap((line) => {
    const [, file, name] = line.match(/^`(.+?)`: (.+)$/) ?? []
    return file && name ? [{ file, name }] : []
  })
}

function isTest(file: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '\\$\\{[^}]*\\}')
  const call = new RegExp(`\\b(?:it|test)\\(\\s*(['"\`])${escaped}\\1`)
  return existsSync(file) && call.test(readFileSync(file, 'utf8'))
}
