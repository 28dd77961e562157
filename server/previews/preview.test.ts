import assert from 'node:assert/strict'
import { it } from 'node:test'
import { commandLine, UNAUDITED } from '../audit/audit.ts'
import { removeEvenLastOwner } from '../team/team.ts'
import { joinPanel } from '../test/panel.ts'
import { exchange } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { issuePreview } from './preview.ts'

async function previewing() {
  const { app, context, clock, db } = await testApp()
  const id = await addPublication(context, { type: 'ebook', title: 'O farol de sal' })
  await db.write((tx) => tx.updateTable('publication').set({ publish_from: null }).execute())
  const operator = await joinPanel(app, context, null, 'operator')
  const link = async (by = operator) =>
    (await by.post(`/panel/v1/publications/${id}/preview`)).json().launchUrl as string
  const open = async (launchUrl: string) => {
    const token = new URL(launchUrl).searchParams.get('token')
    const exchanged = await exchange(app, token)
    const authorization = `Bearer ${exchanged.json().tokens?.accessToken}`
    return async () => (await app.inject({ url: `/play/v1/publications/${id}`, headers: { authorization } })).statusCode
  }
  const dismiss = (adminId: string) =>
    db.write((tx) => removeEvenLastOwner(tx, clock.now(), { public_id: adminId, partner_id: null }, UNAUDITED))
  return { app, context, operator, link, open, dismiss }
}

it('A preview ends when its operator is removed from the panel, as do unopened links', ON_PG, async () => {
  const { app, context, operator, link, open, dismiss } = await previewing()
  const colleague = await joinPanel(app, context, null, 'operator')
  const [read, others] = [await open(await link()), await open(await link(colleague))]
  const waiting = await link()
  const before = [await read(), await others()]

  await dismiss(operator.id)

  assert.deepEqual(before, [200, 200])
  assert.deepEqual([await read(), await (await open(waiting))(), await others()], [401, 401, 200])
})

it('A preview requested while its operator is being removed is refused', ON_PG, async () => {
  const { context, operator, dismiss } = await previewing()
  await dismiss(operator.id)
  const title = { id: 'pub_1', title: 'Um título', path: '/' }

  const issuing = issuePreview(
    context,
    { ...operator, publicId: operator.id, name: operator.email },
    title,
    commandLine(null),
  )

  await assert.rejects(issuing, { code: 'NOT_SIGNED_IN' })
})
