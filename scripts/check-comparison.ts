import { globSync, readFileSync } from 'node:fs'

/*
 * Checks docs/comparacao.md: sixty rows, at least fifty-five of them features that exist here, and every test that a
 * row names is there. A test is named by its file, or the end of its path, and by a part of its name in “quotes”.
 */

const OURS = 55
const files = globSync('{contract,client,design,formats,server,play,panel,e2e}/**/*.{test,spec}.ts')
const page = readFileSync('docs/comparacao.md', 'utf8')
const rows = [...page.matchAll(/^\| (\d+) \| .*? \| .*? \| (.*?) \| (.*) \|$/gm)].map(([, id, here, evidence]) => {
  return { id, here: here!, evidence: evidence! }
})

const ours = rows.filter(({ here }) => here.startsWith('sim')).length
const faults = [
  ...(rows.map(({ id }) => Number(id)).join() === Array.from({ length: 60 }, (_, row) => row + 1).join()
    ? []
    : ['the rows are not 1 to 60']),
  ...(ours >= OURS ? [] : [`${ours} features exist here, and should be ${OURS}`]),
  ...rows.flatMap(({ id, here, evidence }) =>
    (here.startsWith('sim') && !/\.(?:test|spec)\.ts`/.test(evidence) ? ['no test'] : faultsOf(evidence)).map(
      (fault) => `${id}: ${fault}`,
    ),
  ),
]
if (faults.length > 0) {
  console.error(faults.map((fault) => `docs/comparacao.md: ${fault}`).join('\n'))
  process.exitCode = 1
}

function faultsOf(evidence: string): string[] {
  return [...evidence.matchAll(/`([^`]+\.(?:test|spec)\.ts)`((?: “[^”]+”,?)*)/g)].flatMap(([, name, quotes]) => {
    const file = files.find((path) => path === name || path.endsWith(`/${name}`))
    if (!file) return [`no file ${name}`]
    const source = readFileSync(file, 'utf8')
    return [...quotes!.matchAll(/“([^”]+)”/g)].flatMap(([, part]) =>
      source.includes(part!) ? [] : [`${file} has no test “${part}”: name the one that proves the feature now`],
    )
  })
}
