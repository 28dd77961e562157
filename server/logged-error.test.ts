import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { toLoggedError } from './logged-error.ts'
import { addPartner, testContext } from './test/test-app.ts'

it('A log line names a database error, and nothing of the rows', async () => {
  const { context } = await testContext()
  const { public_id, slug } = await addPartner(context)
  const repeat = context.db.write((tx) =>
    tx.insertInto('partner').values({ public_id, slug, name: 'segredo', search_text: '', created_at: 0 }).execute(),
  )
  const error: Error = await repeat.catch((error) => error)

  const line = JSON.stringify(toLoggedError(error))

  assert.match(line, /unique/i)
  assert.match(line, /"stack":"[^\n]*\\n +at /)
  assert.doesNotMatch(line, new RegExp(`segredo|${public_id}|${slug}`))
})

it('A log line leaves out values that the database could not parse', async () => {
  const { context } = await testContext()
  const { kind, read } = context.db
  const query =
    kind === 'postgresql'
      ? sql`select cast(${`ana "souza"'s`} as integer)`.execute(read)
      : sql`select json(${`{ana "souza"'s`})`.execute(read)
  const error: Error = await query.then(
    () => assert.fail('the value was read'),
    (error) => error,
  )

  const line = JSON.stringify(toLoggedError(new Error('not written', { cause: error })))

  assert.match(line, /"message":"not written: /)
  assert.doesNotMatch(line, /ana|souza/)
})

it('A log line leaves out the input of any error', () => {
  const mail = Object.assign(new Error(`550 5.1.1 <ana@cliente.example>: unknown`), {
    code: 'EENVELOPE',
    rejected: ['ana@cliente.example'],
    response: '550 <ana@cliente.example>',
  })
  const address = Object.assign(new Error(`'/partner/v1/users/ana'%' is not a valid url component`), {
    code: 'FST_ERR_BAD_URL',
  })
  const url = thrownBy(() => new URL('ana@cliente.example/souza'))
  const json = thrownBy(() => JSON.parse('{"name": ana souza'))
  const all = new AggregateError([mail, address, url, json], 'all of them')

  const line = JSON.stringify(toLoggedError(all))

  assert.match(line, /EENVELOPE.*FST_ERR_BAD_URL.*ERR_INVALID_URL/)
  assert.doesNotMatch(line, /ana[@' ]|ana$|souza|cliente/)
})

function thrownBy(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    return error as Error
  }
  return assert.fail('nothing was thrown')
}
