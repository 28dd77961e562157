import assert from 'node:assert/strict'
import { it } from 'node:test'
import { estante } from '../test/estante.ts'
import { addPublication } from '../test/publications.ts'
import { testContext } from '../test/test-app.ts'

it('estante catalog removes, lists, publishes and features a title, and audits each act once', async () => {
  const { context, env } = await testContext()
  const id = await addPublication(context, { type: 'ebook', title: 'O rio' })
  const outputs: string[] = []

  for (const args of [
    ['remove', id],
    ['remove', id],
    ['list'],
    ['publish', id],
    ['feature', id],
    ['list'],
    ['feature'],
    ['feature'],
  ]) {
    const { code, out } = await estante({ ...process.env, ...env }, 'catalog', ...args)
    assert.equal(code, 0, args.join(' '))
    outputs.push(out)
  }

  assert.match(outputs[2]!, new RegExp(`^${id}  ebook  fora do ar  O rio`, 'm'))
  assert.match(outputs[5]!, new RegExp(`^${id}  ebook  publicado, em destaque  O rio`, 'm'))
  const entries = await context.db.read
    .selectFrom('audit')
    .select(['act', 'partner_id', 'actor', 'subject', 'detail'])
    .orderBy('id')
    .execute()
  const commanded = { partner_id: null, actor: null, subject: 'O rio', detail: JSON.stringify({ id }) }
  const acts = ['publication-withdrawn', 'publication-published', 'title-featured', 'title-unfeatured']
  assert.deepEqual(
    entries.map((entry) => ({ ...entry })),
    acts.map((act) => ({ act, ...commanded })),
  )
})
