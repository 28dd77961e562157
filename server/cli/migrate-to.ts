import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import type { TableCount } from '../db/copy.ts'
import { moveDatabase, type Progress } from '../db/move.ts'
import { openDatabase } from '../db/open.ts'
import { CommandError } from './run.ts'

const stages = { copying: 'Copiando', finishing: 'Conferindo, com as gravações em espera:' }

/** `estante migrate-to URL`: everything from the database of the settings to another, which serves from then on. */
export function migrateToCommand(): Command {
  return new Command('migrate-to')
    .description('Muda tudo para um PostgreSQL vazio, com o serviço no ar. Interrompido, continua de onde estava.')
    .argument('<endereço>', 'postgres://usuario:senha@servidor:5432/banco')
    .option('--json', 'imprime um JSON')
    .action(async (url: string, { json }: { json?: boolean }) => {
      const moved = await moveTo(readConfig(process.env), url)
      process.stdout.write(`${json ? JSON.stringify(moved) : toText(moved)}\n`)
    })
}

async function moveTo(config: Config, url: string) {
  const databaseUrl = readTarget(url)
  if (databaseUrl === config.databaseUrl) throw new CommandError('A origem e o destino são o mesmo banco.')
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'estante.db'))) {
    throw new CommandError(`Não há banco em ${config.dataDir}. Confira DATA_DIR.`)
  }
  const source = openDatabase(config)
  const target = openDatabase({ ...config, databaseUrl })
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
  if (!target) throw new CommandError('O destino deve ser como postgres://usuario:senha@servidor:5432/banco.')
  return target
}

function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `postgres://${hostname}${port && `:${port}`}${pathname}`
}

/** A line a second on standard error, which rewrites itself where a person is looking. */
function showProgress(): Progress {
  let last = 0
  const [start, end] = process.stderr.isTTY ? ['\r\u001b[K', ''] : ['', '\n']
  return (stage, { table, rows, written }: TableCount) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    process.stderr.write(`${start}${stages[stage]} ${table}, ${rows} linhas, ${written} gravadas${end}`)
  }
}

function toText({ target, rows, tables }: { target: string; rows: number; tables: TableCount[] }): string {
  return [
    `Tudo mudado para ${target}: ${rows} linhas em ${tables.length} tabelas, todas conferidas.`,
    'O banco de antes não aceita mais nada. Aponte DATABASE_URL para o novo e reinicie o serviço.',
  ].join('\n')
}
