import { createReadStream } from 'node:fs'
import { DisplayName, Email } from '@estante/contract/partner/users.ts'
import { parse } from 'csv-parse'
import { Type } from 'typebox'
import type { Database, Transaction } from '../db/open.ts'
import { ApiError } from '../http/errors.ts'
import { validator } from '../http/validation.ts'
import { insertMember, type Tenancy, toEmailKey } from './member.ts'

export interface AccountsReport {
  imported: number
  updated: number
  unchanged: number
  /** Line of the file, counted from 1 with the header, and why it was refused. */
  failed: { line: number; reason: string }[]
}

interface Account {
  email: string
  name?: string
}

const ROWS_A_COMMIT = 500
const checkAccount = validator(Type.Object({ email: Email, name: Type.Optional(DisplayName) }))

/**
 * Imports accounts without identifier from a CSV with the columns `email` and `name` (or `nome`), for the first session
 * with each e-mail to link. An e-mail that a linked member already has is left alone; repeating changes nothing.
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
    if (accounts.length === ROWS_A_COMMIT) await commit()
  }
  await commit()
  return report
}

async function* readRows(file: string): AsyncGenerator<{ line: number; row: Record<string, string> }> {
  const parser = createReadStream(file).pipe(
    parse({
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [',', ';'],
      info: true,
    }),
  )
  for await (const { info, record } of parser) yield { line: info.lines, row: record }
}

function toAccount(row: Record<string, string>): Account {
  const name = row.name ?? row.nome
  return { email: row.email ?? '', ...(name && { name }) }
}

function faultOf(account: Account): string | undefined {
  try {
    checkAccount(account)
  } catch (error) {
    if (error instanceof ApiError) return error.faults?.join(' ')
    throw error
  }
  return undefined
}

async function putAccount(tx: Transaction, now: number, tenancy: Tenancy, { email, name }: Account) {
  const known = await tx
    .selectFrom('member')
    .select(['id', 'external_user_id', 'name'])
    .where('partner_id', '=', tenancy.partnerId)
    .where('environment', '=', tenancy.environment)
    .where('email_key', '=', toEmailKey(email))
    .executeTakeFirst()
  if (!known) {
    await insertMember(tx, now, tenancy, { externalUserId: null, email, name })
    return 'imported'
  }
  if (known.external_user_id !== null || name === undefined || name === known.name) return 'unchanged'
  await tx.updateTable('member').set({ name }).where('id', '=', known.id).execute()
  return 'updated'
}
