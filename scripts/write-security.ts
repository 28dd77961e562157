import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Answer, answers, chapters, levels } from './asvs-answers.ts'

/*
 * Writes docs/seguranca.md: each requirement of levels 1 and 2 of OWASP ASVS 5.0.0 with the test that shows it, or why
 * there is none. Fails when a test that is named is not there, and when a requirement has no answer or two. With
 * `--check` it only says whether the page is as it would be written.
 */

const PAGE = new URL('../docs/seguranca.md', import.meta.url)

const faults: string[] = []
const requirements = Object.entries(levels).flatMap(([section, list]) =>
  [...list].flatMap((level, index) => (level === '3' ? [] : [{ id: `${section}.${index + 1}`, level }])),
)
const rows = answers.map(([ids, question, answer]) => {
  const requestedIds = ids.split(' ')
  const covered = requirements.filter(({ id }) => requestedIds.some((one) => id === one || id.startsWith(`${one}.`)))
  const unknown = requestedIds.filter((one) => !covered.some(({ id }) => id === one || id.startsWith(`${one}.`)))
  if (unknown.length > 0) faults.push(`${unknown.join(', ')}: no such requirement of level 1 or 2`)
  if ('tests' in answer) for (const [file, name] of answer.tests) requireTest(file, name)
  if (answer.state === 'written') requireFile(answer.page)
  return { ids: requestedIds, covered, ask: question, answer }
})
for (const { id } of requirements) {
  const count = rows.filter(({ covered }) => covered.some((one) => one.id === id)).length
  if (count !== 1) faults.push(`${id}: ${count} answers, not one`)
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

const page = render()
if (process.argv.includes('--check')) {
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
    console.error('docs/seguranca.md is stale: run npm run security')
    process.exit(1)
  }
} else writeFileSync(PAGE, page)

function requireTest(file: string, name: string): void {
  if (!requireFile(file)) return
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '\\$\\{[^}]*\\}')
  const call = new RegExp(`\\b(?:it|test)\\(\\s*(['"\`])${escaped}\\1`)
  if (!call.test(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')))
    faults.push(`${file}: no test "${name}"`)
}

function requireFile(path: string): boolean {
  if (existsSync(new URL(`../${path}`, import.meta.url))) return true
  faults.push(`${path}: no such file`)
  return false
}

function render(): string {
  const count = (...states: Answer['state'][]) =>
    rows.filter(({ answer }) => states.includes(answer.state)).reduce((sum, { covered }) => sum + covered.length, 0)
  return `# Segurança, requisito por requisito

Cada requisito dos níveis 1 e 2 do [OWASP ASVS 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0) com o teste que o mostra, ou o porquê de não haver um. Esta página é
escrita por \`npm run security\` a partir de \`scripts/asvs-answers.ts\`; \`npm run check\` falha quando um teste citado some ou um requisito fica sem resposta.

Os números são os do ASVS, © OWASP Foundation, [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/deed.pt-br); o que cada um pede está em palavras nossas, abreviadas:
o texto que vale é o do ASVS. É a nossa própria leitura, e não a de um auditor.

| De ${requirements.length} requisitos | |
|---|---|
| mostrados por um teste | ${count('shown')} |
| cumpridos pela construção ou escritos, sem teste próprio | ${count('built', 'written')} |
| em parte | ${count('partly')} |
| não atendidos | ${count('lacking')} |
| não se aplicam | ${count('foreign')} |

Achou uma falha? O contato está em \`/.well-known/security.txt\` do serviço.
${Object.entries(chapters).map(renderChapter).join('')}`
}

function renderChapter([chapter, title]: [string, string]): string {
  const own = rows.filter(({ ids }) => ids.some((id) => id === chapter || id.startsWith(`${chapter}.`)))
  const lines = own.map(({ ids, covered, ask: question, answer }) => {
    const level = [...new Set(covered.map((one) => one.level))].sort().join(' e ')
    return `| ${ids.join(', ').replaceAll('V', '')} | ${level} | ${question} | ${describeAnswer(answer)} |`
  })
  return `\n## ${chapter.slice(1)}. ${title}\n\n| Nº | Nível | O que pede | Como é aqui |\n|---|---|---|---|\n${lines.join('\n')}\n`
}

function describeAnswer(answer: Answer): string {
  switch (answer.state) {
    case 'shown':
    case 'partly':
      return [
        answer.state === 'partly' ? `**Em parte**: ${answer.note}` : '',
        ...answer.tests.map(([file, name]) => `\`${file}\`: ${name}`),
      ]
        .filter(Boolean)
        .join('<br>')
    case 'built':
      return `Pela construção: ${answer.note}`
    case 'written':
      return `Escrito em [${answer.page}](${answer.page.replace(/^docs\//, '')}): ${answer.note}`
    case 'foreign':
      return `Não se aplica: ${answer.note}`
    case 'lacking':
      return `**Não atendido**: ${answer.note}`
  }
}
