import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { moveDatabase, type OnMoveProgress } from '../db/transfer/move.ts'
import type { TableCount } from '../db/transfer/sync-tables.ts'
import { type CopiedFolders, copyFolders } from '../storage/copy-folders.ts'
import { openDisk } from '../storage/disk.ts'
import { assertDatabase, CommandError, formatCount } from './run.ts'

const stages = { copying: 'Copiando', finishing: 'Conferindo, com as gravações em espera:' }

/**
 * Creates `estante migrate-to URL`, which moves everything from the configured database to another, to serve from then
 * on; or copies the media on disk to object storage, to be configured next.
 */
export function migrateToCommand(): Command {
  return new Command('migrate-to')
    .description(
      'Muda o banco para um PostgreSQL vazio, ou as mídias em disco para um armazenamento S3, com o serviço no ar. Interrompido, continua de onde estava.',
    )
    .argument('<endereço>', 'postgres://usuario:senha@servidor:5432/banco ou s3://bucket?endpoint=…')
    .option('--json', 'imprime um JSON')
    .action(async (url: string, { json }: { json?: boolean }) => {
      if (/^s3:/.test(url)) {
        const copied = await copyMediaTo(readConfig(process.env), url)
        return void process.stdout.write(`${json ? JSON.stringify(copied) : toMediaText(copied)}\n`)
      }
      const moved = await moveTo(readConfig(process.env), url)
      process.stdout.write(`${json ? JSON.stringify(moved) : toText(moved)}\n`)
    })
}

async function moveTo(config: Config, url: string) {
  const databaseUrl = readTarget(url)
  if (databaseUrl === config.databaseUrl)
    throw new CommandError('A origem e o destino são o mesmo banco: dê o endereço de outro.')
  assertDatabase(config)
  const source = await openDatabase(config)
  const target = await openDatabase({ ...config, databaseUrl })
  try {
    const tables = await moveDatabase(source, target, withoutPassword(databaseUrl), showProgress())
    return { target: withoutPassword(databaseUrl), rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables }
  } finally {
    await source.close()
    await target.close()
  }
}

function readTarget(url: string): string {
  const target = /^postgres(?:ql)?:/.test(url) && readConfig({ DATABASE_URL: url }).databaseUrl
  if (!target)
    throw new CommandError('O destino deve ser como postgres://usuario:senha@servidor:5432/banco, ou s3://….')
  return target
}

function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `postgres://${hostname}${port && `:${port}`}${pathname}`
}

async function copyMediaTo(config: Config, url: string) {
  if (config.mediaLocation) throw new CommandError('As mídias já estão num armazenamento de objetos: veja MEDIA_URL.')
  const { mediaLocation } = readConfig({ ...process.env, MEDIA_URL: url })
  const media = join(config.dataDir, 'media')
  if (!mediaLocation || !existsSync(join(media, 'stored'))) {
    throw new CommandError(`Não há mídias em ${config.dataDir}. Confira DATA_DIR.`)
  }
  const { openS3 } = await import('../storage/s3.ts')
  const source = await openDisk(media)
  const target = await openS3(mediaLocation, { work: join(media, 'work'), hasLinks: false })
  const show = everySecond()
  const copied = await copyFolders(media, { source, target }, ({ folders, files, bytes }) =>
    show(`Copiando e conferindo: ${formatFolders(folders)}, ${formatFiles(files)}, ${toMegabytes(bytes)}`),
  )
  return { target: url, ...copied }
}

function toMediaText({ target, folders, copied, files, bytes }: CopiedFolders & { target: string }): string {
  return [
    `Em ${target}: ${formatFolders(folders)} (agora, ${copied}), ${formatFiles(files)}, ${toMegabytes(bytes)}. Tudo foi lido de volta e está igual.`,
    'Pare as importações, rode de novo, aponte MEDIA_URL para lá e reinicie o serviço. Nada foi apagado do disco.',
  ].join('\n')
}

const formatFolders = (folders: number) => formatCount(folders, 'pasta', 'pastas')
const formatFiles = (files: number) => formatCount(files, 'arquivo', 'arquivos')
const formatRows = (rows: number) => formatCount(rows, 'linha', 'linhas')

function toMegabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${(bytes / 1e6).toLocaleString('pt-BR', digits)} MB`
}

function showProgress(): OnMoveProgress {
  const show = everySecond()
  return (stage, { table, rows, written }: TableCount) =>
    show(`${stages[stage]} ${table}, ${formatRows(rows)}, ${formatCount(written, 'gravada', 'gravadas')}`)
}

/** Writes progress once a second on standard error, over itself on a terminal. */
function everySecond(): (line: string) => void {
  let last = 0
  const [start, end] = process.stderr.isTTY ? ['\r\u001b[K', ''] : ['', '\n']
  return (line) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    process.stderr.write(start + line + end)
  }
}

function toText({ target, rows, tables }: { target: string; rows: number; tables: TableCount[] }): string {
  return [
    `Tudo mudado para ${target}: ${formatRows(rows)} em ${tables.length} tabelas, todas conferidas.`,
    'O banco de antes não aceita mais nada. Aponte DATABASE_URL para o novo e reinicie o serviço.',
  ].join('\n')
}
