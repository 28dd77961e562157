import type { PublicationState, ReviewReason } from '@estante/contract/panel/publications.ts'
import { Command } from 'commander'
import { commandLine } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { measureTitles } from '../imports/publication/measure-titles.ts'
import { listToReimport } from '../imports/publication/to-reimport.ts'
import { type ImportReport, importPaths } from '../imports/sources/import-paths.ts'
import { changePublicationState } from '../publications/change-state.ts'
import { featurePublication, findFeaturedId, unfeaturePublication } from '../publications/featured.ts'
import { readWholeCatalog } from '../publications/publication.ts'
import { addAction, CommandError, toTextTable } from './run.ts'

/** Creates `estante catalog …`, which imports, publishes and removes books. */
export function catalogCommand(): Command {
  const command = new Command('catalog').description('O acervo.')
  addAction(
    command
      .command('import')
      .description(
        'Importa EPUB, M4B, M4A, MP3 e pastas de MP3. Repetir não muda nada, a menos que a limpeza de segurança tenha mudado.',
      )
      .argument('<caminhos...>', 'arquivos ou pastas')
      .option('--dry-run', 'confere tudo e não grava nada')
      .option('--draft', 'o que é novo fica como rascunho, e nada aparece que não aparecia'),
    importBooks,
    (report, options) => toReportText(report, options.dryRun ?? false),
  )
  addAction(
    command
      .command('measure')
      .description(
        'Mede o volume e as pausas dos audiolivros, e o volume das narrações de e-books, importados sem ffmpeg.',
      ),
    measure,
    ({ measured, failed, unchanged }) =>
      [
        ...measured.map(({ title }) => `medido  ${title}`),
        ...failed.map(({ title, reason }) => `como estava  ${title}: ${reason}`),
        `Medidos: ${measured.length}; já estavam ou não têm som: ${unchanged}; ficaram como estavam: ${failed.length}.`,
      ].join('\n'),
  )
  addAction(
    command
      .command('list')
      .description('Lista os títulos.')
      .option('--to-reimport', 'só os que passaram por uma limpeza de segurança anterior'),
    list,
    (titles) =>
      toTextTable([
        ['ID', 'TIPO', 'SITUAÇÃO', 'TÍTULO', 'AUTORIA'],
        ...titles.map((t) => [
          t.id,
          t.type,
          `${stateNames[t.state]}${t.isFeatured ? ', em destaque' : ''}`,
          t.title,
          t.author,
        ]),
      ]),
  )
  addAction(
    command.command('publish <id>').description('Publica um título: um rascunho, ou um que está fora do ar.'),
    async (context, id: string) => {
      await changeState(context, id, 'published')
      return { published: id }
    },
    ({ published }) => `Título ${published} publicado.`,
  )
  addAction(
    command
      .command('feature')
      .description('Põe um título em destaque no início, para quem ainda não o começou.')
      .argument('[id]', 'sem ele, nada fica em destaque'),
    feature,
    ({ featured }) =>
      featured === null ? 'Nenhum título em destaque.' : `Título ${featured} em destaque, enquanto estiver publicado.`,
  )
  addAction(
    command.command('remove <id>').description('Tira um título do ar. O progresso dos membros é guardado.'),
    async (context, id: string) => {
      await changeState(context, id, 'withdrawn')
      return { removed: id }
    },
    ({ removed }) => `Título ${removed} fora do ar.`,
  )
  return command
}

async function importBooks(context: Context, paths: string[], options: { dryRun?: boolean; draft?: boolean }) {
  const report = await untilStopped((signal) =>
    importPaths(context, paths, {
      dryRun: options.dryRun ?? false,
      publishes: options.draft ? false : undefined,
      onProgress: showProgress,
      signal,
    }),
  )
  if (report.failed.length > 0) {
    process.exitCode = 1
    process.stderr.write(`Não importados: ${report.failed.length}. Veja a razão de cada um no relatório.\n`)
  }
  return report
}

async function list(context: Context, { toReimport }: { toReimport?: boolean }) {
  const titles = await (toReimport ? listToReimport(context) : readWholeCatalog(context))
  const featuredId = await findFeaturedId(context.db.read)
  return titles.map((title) => ({ ...title, isFeatured: title.id === featuredId }))
}

async function changeState(context: Context, id: string, state: 'published' | 'withdrawn'): Promise<void> {
  if (!(await changePublicationState(context, id, { state }, commandLine(null))))
    throw new CommandError(`Não existe título com o id "${id}". Veja estante catalog list.`)
}

async function feature(context: Context, id: string | undefined) {
  const isFound = await (id === undefined
    ? unfeaturePublication(context, id, commandLine(null))
    : featurePublication(context, id, commandLine(null)))
  if (!isFound)
    throw new CommandError(
      `Não existe título com o id "${id}", ou está fora do ar: veja estante catalog list, e publique-o antes.`,
    )
  return { featured: id ?? null }
}

async function measure(context: Context) {
  const onProgress = ({ title, done }: { title: string; done: number }) => showProgress({ file: title, done })
  const report = await untilStopped((signal) => measureTitles(context, { onProgress, signal }))
  if (report.failed.length > 0) process.exitCode = 1
  return report
}

/** Runs a task that may be interrupted at any time, and tells how to continue it. */
async function untilStopped<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  return act(stopping.signal).catch((error) => {
    if (!stopping.signal.aborted) throw error
    throw new CommandError('Interrompida: o que já entrou, fica. Repita o comando para continuar.')
  })
}

const reasons: Record<ReviewReason, string> = {
  'title-of-file': 'o título veio do nome do arquivo',
  'no-author': 'sem autoria',
  'second-copy': 'parece repetido',
}

const stateNames: Record<PublicationState, string> = {
  published: 'publicado',
  scheduled: 'agendado',
  ended: 'encerrado',
  draft: 'rascunho',
  withdrawn: 'fora do ar',
}

/** Shows a progress line that overwrites itself on a terminal. */
function showProgress({ file, done }: { file: string; done: number }): void {
  if (!process.stderr.isTTY) return
  const name = file.slice(-60)
  process.stderr.write(
    `\r\u001b[K${String(Math.round(done * 100)).padStart(3)}%  ${name}${done >= 1 ? '\r\u001b[K' : ''}`,
  )
}

function toReportText(report: ImportReport, isDryRun: boolean): string {
  const lines: string[] = []
  for (const [label, entries] of [
    [isDryRun ? 'importaria' : 'importado', report.imported],
    [isDryRun ? 'atualizaria' : 'atualizado', report.updated],
    ['sem mudança', report.unchanged],
  ] as const) {
    for (const entry of entries) {
      lines.push(`${label}  ${entry.title} — ${entry.author}  (${entry.file})`)
      for (const sentence of entry.removed) lines.push(`    ${sentence}`)
      if (entry.review.length > 0)
        lines.push(`    precisa de revisão (${entry.review.map((one) => reasons[one]).join(', ')}): rascunho`)
    }
  }
  for (const { file, reason } of report.failed) lines.push(`recusado  ${file}: ${reason}`)
  const counts = [report.imported, report.updated, report.unchanged, report.failed].map((list) => list.length)
  lines.push(`Novos: ${counts[0]}; atualizados: ${counts[1]}; sem mudança: ${counts[2]}; recusados: ${counts[3]}.`)
  return lines.join('\n')
}
