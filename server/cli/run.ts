import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NAME } from '@estante/contract/text.ts'
import { type Command, InvalidArgumentError, type OptionValues } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { type Context, closeContext, DamagedDatabase, openContext } from '../context.ts'
import { isDamage } from '../db/errors.ts'
import { SQLITE_FILE } from '../db/open.ts'

/**
 * The failure of a command: its message, a sentence in Portuguese, goes to standard error, and the exit code is not
 * zero.
 */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * Gives a command its action, on the database of the running server: `act` takes the arguments of the command, then its
 * options. Prints the result as text, or as JSON with `--json`.
 */
export function addAction<Args extends unknown[], T>(
  command: Command,
  act: (context: Context, ...args: Args) => Promise<T>,
  toText: (answer: NoInfer<T>, options: OptionValues) => string,
): void {
  command.option('--json', 'imprime um JSON').action((...given: unknown[]) => {
    const options = command.opts()
    // The last one is the command itself.
    const args = given.slice(0, -1) as Args
    return run(
      options,
      (context) => act(context, ...args),
      (answer) => toText(answer, options),
    )
  })
}

/** Runs a task on the database of the running server, and prints its result. */
export async function run<T>(
  { json }: { json?: boolean },
  act: (context: Context) => Promise<T>,
  toText: (answer: T) => string,
): Promise<void> {
  await runQuietly(async (context) => {
    const answer = await act(context)
    process.stdout.write(`${json ? JSON.stringify(answer) : toText(answer)}\n`)
  })
}

/** Like `run`, for a command that prints by itself. */
export async function runQuietly(act: (context: Context) => Promise<void>): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  if (!isEmptyFolder(config.dataDir)) assertDatabase(config)
  const context = await openContext(config)
  try {
    await act(context)
  } catch (error) {
    throw isDamage(error) ? new DamagedDatabase(context.config, error) : error
  } finally {
    await closeContext(context)
  }
}

/** Refuses to open a missing database, which would be created: the settings of the service are missing. */
export function assertDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, SQLITE_FILE))) return
  throw new CommandError(
    `Não há banco em ${dataDir}: rode o comando com as configurações do serviço. Uma instalação começa por estante serve.`,
  )
}

/** Whether a folder was made for a new installation, which a command may begin. */
function isEmptyFolder(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length === 0
}

/** Formats a count and its noun: "1 título", "1.204 títulos". */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`
}

/** Aligns a table of text in columns. */
export function toTextTable(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Parses a positive integer, as an option or an argument. */
export function readCount(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new InvalidArgumentError(`"${value}" não é um número inteiro de 1 a 9999999.`)
  return Number(value)
}

/** Trims the name of a partner or a credential, by the rule of the panel, as the argument of an option. */
export function readName(value: string): string {
  const name = value.trim()
  if (name === '' || [...name].length > 120 || !VISIBLE.test(name)) {
    throw new InvalidArgumentError(
      'O nome deve ter algo visível e até 120 caracteres, numa linha só, sem caracteres de controle nem de mudança de direção do texto.',
    )
  }
  return name
}

const VISIBLE = new RegExp(NAME, 'u')
