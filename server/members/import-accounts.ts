import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { DisplayName, Email } from '@estante/contract/partner/users.ts'
import { Type } from '@estante/contract/schema.ts'
import { CsvError, parse } from 'csv-parse'
import type { Database, Transaction } from '../db/database.ts'
import { validator } from '../http/validation.ts'
import type { Tenancy } from '../tenancy.ts'
import { findMemberByEmail, insertMember, updateMember } from './member.ts'

export interface AccountsReport {
  imported: number
  updated: number
  unchanged: number
  /** A refused line, counted from 1 with the header, and the reason. */
  failed: { line: number; reason: string }[]
}

/** The file is no list of accounts, or unreadable. The message says why, in Portuguese. */
export class AccountsFileError extends Error {
  override name = 'AccountsFileError'
}

interface Account {
  email: string
  name?: string
}

/** Few: on the embedded database, a link waits for the end of a commit. */
const ROWS_A_COMMIT = 100
/** A quotation mark that is never closed would take the rest of the file into memory. */
const MAX_LINE_CHARACTERS = 64 * 1024
const checkAccount = validator(Type.Object({ email: Email, name: Type.Optional(DisplayName) }))

/**
 * Imports accounts without identifier from a CSV with the columns `email` and `name` (or `nome`); the first session
 * with an e-mail links its account. Skips e-mails of linked members; may be repeated. Throws `AccountsFileError`; lines
 * before the fault may have been imported.
 */
export async function importAccounts(
  db: Database,
  now: number,
  tenancy: Tenancy,
  file: string,
): Promise<AccountsReport> {
  const report: AccountsReport = { imported: 0, updated: 0, unchanged: 0, failed: [] }
  let accounts: Account[] = []

  async function commit() {
    const outcomes = await db.write(async (tx) => {
      const outcomes: ('imported' | 'updated' | 'unchanged')[] = []
      for (const account of accounts) outcomes.push(await putAccount(tx, now, tenancy, account))
      return outcomes
    })
    for (const outcome of outcomes) report[outcome]++
    accounts = []
  }

  for await (const { line, row } of readRows(file)) {
    const account = toAccount(row)
    const reason = faultOf(account)
    if (reason) report.failed.push({ line, reason })
    else accounts.push(account)
    if (accounts.length === ROWS_A_COMMIT) {
      await commit()
      await db.giveWay()
    }
  }
  await commit()
  return report
}

async function* readRows(file: string): AsyncGenerator<{ line: number; row: Record<string, string> }> {
  let hasHeader = false
  const text = decodeUtf8(createReadStream(file))
  try {
    const start: string = (await text.next()).value ?? ''
    const [headerLine = ''] = start.trimStart().split(/[\r\n]/, 1)
    const parser = parse({
      columns: (header: string[]) => {
        hasHeader = true
        return toColumnNames(header)
      },
      trim: true,
      skip_empty_lines: true,
      max_record_size: MAX_LINE_CHARACTERS,
      relax_column_count: true,
      // As in the header: a spreadsheet in Portuguese has semicolons, and commas in values without quotes.
      delimiter: headerLine.includes(';') ? ';' : ',',
      info: true,
    })
    const whole = async function* () {
      yield start
      yield* text
    }
    // Errors reach the reader of the parser.
    pipeline(whole, parser, () => {})
    for await (const { info, record } of parser) yield { line: info.lines, row: record }
    if (!hasHeader) throw new AccountsFileError('O arquivo está vazio: a primeira linha deve ter a coluna email.')
  } catch (cause) {
    throw cause instanceof AccountsFileError ? cause : new AccountsFileError(explainReadError(file, cause), { cause })
  }
}

function toColumnNames(header: string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase())
  if (!names.includes('email')) throw new AccountsFileError('A primeira linha do arquivo não tem a coluna email.')
  return names
}

/** Fatal: a spreadsheet in another encoding would lose its accents. */
async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function explainReadError(file: string, error: unknown): string {
  if (error instanceof CsvError) return `A linha ${error.lines} do arquivo não é CSV válido: confira as aspas.`
  if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return 'O arquivo não está em UTF-8. Salve a planilha como “CSV UTF-8” e importe de novo.'
  }
  return `Não foi possível ler o arquivo ${file}.`
}

function toAccount(row: Record<string, string>): Account {
  const name = row.name ?? row.nome
  return { email: row.email ?? '', ...(name && { name }) }
}

function faultOf(account: Account): string | undefined {
  return checkAccount(account).join(' ') || undefined
}

async function putAccount(tx: Transaction, now: number, tenancy: Tenancy, { email, name }: Account) {
  const known = await findMemberByEmail(tx, tenancy, email)
  if (!known) {
    await insertMember(tx, now, tenancy, null, { email, name })
    return 'imported'
  }
  if (known.external_user_id !== null) return 'unchanged'
  return (await updateMember(tx, known, { name })) === known ? 'unchanged' : 'updated'
}
