import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

describe('Preferences', () => {
  it('are shared only by a member’s devices', async () => {
    const { app, partner } = await testApp()
    const phone = await openPage(app, partner.authorization)
    const tablet = await openPage(app, partner.authorization)
    const other = await openPage(app, partner.authorization, 'u2')
    const before = (await phone.get('/play/v1/preferences')).json()

    const changed = await phone.put('/play/v1/preferences', {
      basedOn: 0,
      changes: { appearance: { theme: 'sepia', size: 120 }, listening: { speed: 1.25 }, letterKeys: false },
    })

    const preferences = { appearance: { theme: 'sepia', size: 120 }, listening: { speed: 1.25 }, letterKeys: false }
    assert.deepEqual(before, { preferences: {}, revision: 0 })
    assert.deepEqual(changed.json(), { preferences, revision: 1, isAccepted: true })
    assert.deepEqual((await tablet.get('/play/v1/preferences')).json(), { preferences, revision: 1 })
    assert.deepEqual((await other.get('/play/v1/preferences')).json(), before)
  })

  it('are merged field by field, from devices that saw the present version; repeating a change does nothing', async () => {
    const { change, page } = await testPreferences()
    await change(0, { appearance: { theme: 'dark', size: 150 }, pace: [900, 950] })

    const phone = await change(1, { appearance: { theme: 'sepia' } })
    const tablet = await change(1, { appearance: { size: 90 } })
    const phoneAgain = await change(1, { appearance: { theme: 'sepia' } })
    const tabletAgain = await change(tablet.revision, { appearance: { size: null }, pace: [1000] })

    assert.deepEqual([phone.isAccepted, phone.preferences.appearance], [true, { theme: 'sepia', size: 150 }])
    assert.deepEqual([tablet.isAccepted, tablet.preferences, tablet.revision], [false, phone.preferences, 2])
    assert.deepEqual(phoneAgain, phone)
    assert.deepEqual(tabletAgain.preferences, { appearance: { theme: 'sepia' }, pace: [1000] })
    assert.deepEqual((await page.get('/play/v1/preferences')).json().revision, 3)
  })

  it('preserve fields of a newer version', ON_PG, async () => {
    const { change } = await testPreferences()
    await change(0, { appearance: { ruler: { lines: 3 } }, wallpaper: 'lua' })

    const { preferences } = await change(1, { appearance: { size: 80 } })

    assert.deepEqual(preferences, { appearance: { ruler: { lines: 3 }, size: 80 }, wallpaper: 'lua' })
  })

  it('are refused with a sentence when they are invalid or too large', async () => {
    const { page } = await testPreferences()
    const put = (changes: object) => page.put('/play/v1/preferences', { basedOn: 0, changes })

    const refused = await Promise.all([
      put({ listening: { speed: 9 } }),
      put({ appearance: 'escura' }),
      put({ wallpaper: 'a'.repeat(17_000) }),
      put({ listening: { skipBack: 'a\u0000' } }),
      put({ appearance: { letterSpacing: 101 } }),
      put({ appearance: { lineSpacing: 'larga' } }),
    ])

    assert.deepEqual(
      refused.map((answer) => [answer.statusCode, [answer.json().message].flat()[0]]),
      [
        [400, 'O campo "listening.speed" deve ser no máximo 3.'],
        [400, 'O campo "appearance" deve ser um objeto JSON.'],
        [400, 'As preferências passam de 16 KiB.'],
        [400, 'O campo "listening.skipBack" deve ser um número inteiro.'],
        [400, 'O campo "appearance.letterSpacing" deve ser no máximo 100.'],
        [400, 'O campo "appearance.lineSpacing" deve ser um número.'],
      ],
    )
  })
})

describe('The speed of a title', () => {
  it('is shared by all devices, and adds nothing to the library', ON_PG, async () => {
    const { app, context, partner } = await testApp()
    const title = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const [phone, tablet] = [await openPage(app, partner.authorization), await openPage(app, partner.authorization)]
    const speedOn = async (page: typeof phone) => (await page.get(`/play/v1/publications/${title}`)).json().speed
    const before = await speedOn(tablet)

    const answers = [
      await phone.put(`/play/v1/library/${title}/speed`, { speed: 1.35 }),
      await phone.put(`/play/v1/library/${title}/speed`, { speed: 1.35 }),
      await phone.put(`/play/v1/library/${title}/speed`, { speed: 3.5 }),
      await phone.put('/play/v1/library/pub_nada/speed', { speed: 1 }),
    ]

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [204, 204, 400, 404],
    )
    assert.deepEqual([before, await speedOn(tablet)], [null, 1.35])
    assert.deepEqual((await tablet.get('/play/v1/library')).json().items, [])
    await tablet.put(`/play/v1/library/${title}/speed`, { speed: null })
    assert.equal(await speedOn(phone), null)
  })
})

async function testPreferences() {
  const { app, partner } = await testApp()
  const page = await openPage(app, partner.authorization)
  const change = async (basedOn: number, changes: object) => {
    const answer = await page.put('/play/v1/preferences', { basedOn, changes })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }
  return { page, change }
}
