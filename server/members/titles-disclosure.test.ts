import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sweep } from '../sweep/sweep.ts'
import { joinPanel, type PanelPage } from '../test/panel.ts'
import { openPage, spendTime } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const DAY_MS = 24 * 60 * 60_000
const IN = 'environment=production'

async function service() {
  const rest = await testApp()
  const { app, context, clock, db, partner } = rest
  const publicationId = await addPublication(context, { type: 'audiobook', title: 'A fé de cada um' })
  const page = await openPage(app, partner.authorization, 'ana')
  await spendTime(page, clock, publicationId, 60_000)
  const { id } = await db.read.selectFrom('member').select('public_id as id').executeTakeFirstOrThrow()
  const join = (role: 'owner' | 'developer' | 'analyst') => joinPanel(app, context, partner.id, role)
  const paths = {
    member: `/panel/v1/members/${id}?${IN}`,
    month: `/panel/v1/usage/2026-11/members/${id}?${IN}`,
    minutes: `/panel/v1/usage/2026-11/members/${id}/minutes?${IN}&day=2026-11-12`,
  }
  const disclosures = async (owner: PanelPage) =>
    (await owner.get('/panel/v1/audit?acts=member-titles-viewed'))
      .json()
      .items.map(({ actor, subject }: { actor: string; subject: string }) => [actor, subject])
  return { ...rest, join, paths, disclosures, id }
}

describe('a named member’s titles', () => {
  it('are visible to owners and developers, and to analysts only if the owner decides so', async () => {
    const { join, paths } = await service()
    const pages = { owner: await join('owner'), developer: await join('developer'), analyst: await join('analyst') }
    const seen = async (page: PanelPage) => {
      const [member, month, minutes] = [
        await page.get(paths.member),
        await page.get(paths.month),
        await page.get(paths.minutes),
      ]
      const texts = [member, month].map(({ body }) => body.includes('A fé de cada um'))
      return [...texts, minutes.statusCode === 200]
    }
    const all = async () => [await seen(pages.owner), await seen(pages.developer), await seen(pages.analyst)]
    const [yes, no] = [
      [true, true, true],
      [false, false, false],
    ]

    const usual = await all()
    await pages.owner.put('/panel/v1/privacy', { titlesDisclosedTo: 'owner' })
    const onlyOwners = await all()
    await pages.owner.put('/panel/v1/privacy', { titlesDisclosedTo: 'analyst' })
    const everybody = await all()

    assert.deepEqual(usual, [yes, yes, no])
    assert.deepEqual(onlyOwners, [yes, no, no])
    assert.deepEqual(everybody, [yes, yes, yes])
  })

  it('are left out for other roles, which see time and totals', async () => {
    const { join, paths } = await service()
    const analyst = await join('analyst')

    const [member, month] = [(await analyst.get(paths.member)).json(), (await analyst.get(paths.month)).json()]

    assert.deepEqual([member.titles, month.titles], [null, null])
    assert.deepEqual([member.months[0].listeningSeconds, month.line.listeningSeconds], [60, 60])
    assert.deepEqual([month.listeningMs, month.days.length], [60_000, 1])
    assert.deepEqual((await analyst.get(paths.minutes)).json().code, 'NOT_ALLOWED')
  })

  it('are audited when seen, once for each admin, member and day', ON_PG, async () => {
    const { join, paths, disclosures, context, clock, db } = await service()
    const [owner, developer, analyst] = [await join('owner'), await join('developer'), await join('analyst')]

    await Promise.all([paths.member, paths.month, paths.minutes, paths.member].map((path) => developer.get(path)))
    await owner.get(paths.month)
    await owner.get(paths.month)
    await analyst.get(paths.member)

    assert.deepEqual(
      (await disclosures(owner)).toSorted(),
      [
        [developer.email, 'ana'],
        [owner.email, 'ana'],
      ].toSorted(),
    )
    clock.advance(DAY_MS)
    const later = await join('owner')
    await later.get(paths.member)
    assert.equal((await disclosures(later)).length, 3)
    clock.advance(3 * DAY_MS)
    await sweep(context)
    assert.deepEqual(await db.read.selectFrom('titles_disclosure').select('day').execute(), [])
  })

  it('leave no audit entry for a member without titles or of another partner, or for an answer without them', async () => {
    const { join, paths, disclosures, put, db, context, app } = await service()
    const owner = await join('owner')
    await put('/partner/v1/users/bia', {})
    const bia = await db.read
      .selectFrom('member')
      .select('public_id as id')
      .where('external_user_id', '=', 'bia')
      .executeTakeFirstOrThrow()
    const other = await addPartner(context)
    const stranger = await joinPanel(app, context, other.id, 'owner')

    const own = await owner.get(`/panel/v1/members/${bia.id}?${IN}`)
    // The answer to HEAD has no titles.
    const heads = await Promise.all(Object.values(paths).map((path) => owner.call('HEAD', path)))
    const answers = [
      await stranger.get(paths.member),
      await stranger.get(paths.month),
      await stranger.get(paths.minutes),
    ]

    assert.deepEqual(
      [own, ...heads].map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404, 404],
    )
    assert.deepEqual([await disclosures(owner), await disclosures(stranger)], [[], []])
  })
})

describe('a partner’s settings for its members’ data', () => {
  it('are changed by owners, visible to the team, and audited', async () => {
    const { join } = await service()
    const [owner, analyst] = [await join('owner'), await join('analyst')]

    const usual = (await analyst.get('/panel/v1/privacy')).json()
    const refused = await (await join('developer')).put('/panel/v1/privacy', { titlesDisclosedTo: 'analyst' })
    const changed = await owner.put('/panel/v1/privacy', { contact: ' dpo@banco.example ', titlesDisclosedTo: 'owner' })
    await owner.put('/panel/v1/privacy', { contact: 'dpo@banco.example' })

    assert.deepEqual([usual.contact, usual.titlesDisclosedTo, usual.activityRetentionMonths], [null, 'developer', 24])
    assert.equal(refused.statusCode, 403)
    assert.deepEqual(changed.json(), { ...usual, contact: 'dpo@banco.example', titlesDisclosedTo: 'owner' })
    const acts = 'privacy-contact-changed,titles-disclosure-changed'
    const { items } = (await owner.get(`/panel/v1/audit?acts=${acts}`)).json()
    assert.deepEqual(
      items.map(({ subject, detail }: { subject: unknown; detail: unknown }) => [subject, detail]).toSorted(),
      [
        ['dpo@banco.example', null],
        [null, { from: 'developer', to: 'owner' }],
      ].toSorted(),
    )
  })

  it('keep one owner’s choice while another changes other fields', ON_PG, async () => {
    const { join } = await service()
    const [one, other] = [await join('owner'), await join('owner')]

    for (const [titlesDisclosedTo, contact] of [
      ['owner', 'a@banco.example'],
      ['analyst', 'b@banco.example'],
      ['owner', 'c@banco.example'],
    ]) {
      await Promise.all([
        one.put('/panel/v1/privacy', { titlesDisclosedTo }),
        other.put('/panel/v1/privacy', { contact }),
      ])
      const stored = (await one.get('/panel/v1/privacy')).json()
      assert.deepEqual([stored.titlesDisclosedTo, stored.contact], [titlesDisclosedTo, contact])
    }
  })

  it('include a contact, an e-mail or an https address, which members see', async () => {
    const { join, app, partner } = await service()
    const owner = await join('owner')
    const contacted = async () => (await openPage(app, partner.authorization, 'ana')).profile.partner.privacyContact

    for (const contact of [
      'javascript:alert(1)',
      'http://banco.example',
      'ligue 0800',
      'a@b',
      'https://a:b@c.example',
      'x@y.z\n',
    ]) {
      const { statusCode } = await owner.put('/panel/v1/privacy', { contact })
      assert.equal(statusCode, contact === 'x@y.z\n' ? 200 : 400, contact)
    }
    await owner.put('/panel/v1/privacy', { contact: '' })
    const none = await contacted()
    await owner.put('/panel/v1/privacy', { contact: 'https://banco.example/privacidade' })

    assert.deepEqual([none, await contacted()], [undefined, 'https://banco.example/privacidade'])
  })
})
