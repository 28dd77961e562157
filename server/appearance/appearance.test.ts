import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { describeAct } from '@estante/contract/audit-sentence.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createApp } from '../app.ts'
import { joinPanel } from '../test/panel.ts'
import { openPage } from '../test/people.ts'
import { startService } from '../test/running-service.ts'
import { removeAllDue } from '../test/stored-folders.ts'
import { addPartner, testApp, testContext } from '../test/test-app.ts'

const isBuilt = existsSync(new URL('../../play/dist/index.html', import.meta.url))
const NOTHING = { displayName: null, accentColor: null, frameOrigins: [] }
const DAY_MS = 24 * 3_600_000

async function owned() {
  const opened = await testApp()
  const { app, context, partner } = opened
  const page = await joinPanel(app, context, partner.id, 'owner')
  const change = (changes: object) => page.put('/panel/v1/appearance', { ...NOTHING, ...changes })
  const sendLogo = (picture: Buffer, type = 'image/png', as = page) =>
    app.inject({
      method: 'PUT',
      url: '/panel/v1/appearance/logo',
      headers: {
        host: new URL(context.config.baseUrl).host,
        origin: context.config.baseUrl,
        cookie: as.cookie(),
        'content-type': type,
      },
      payload: picture,
    })
  const profile = async () => (await openPage(app, partner.authorization)).profile
  return { ...opened, page, change, sendLogo, profile }
}

/** A picture of one colour, with a transparent border or edge to edge. */
function picture(color: string, { hasGround = false, width = 900, height = 300 } = {}) {
  const drawing = { create: { width: width / 2, height: height / 2, channels: 4, background: color } } as const
  const background = hasGround ? color : '#00000000'
  return sharp({ create: { width, height, channels: 4, background } })
    .composite([{ input: drawing }])
    .png()
    .toBuffer()
}

describe('The appearance of a partner', () => {
  it('is shown to members from the next launch on', async () => {
    const { change, profile } = await owned()
    const before = await profile()

    const changed = await change({ displayName: ' Livros da Aurora ', accentColor: '#820AD1' })

    assert.equal(changed.statusCode, 200)
    assert.deepEqual([changed.json().displayName, changed.json().accentColor], ['Livros da Aurora', '#820ad1'])
    const { partner, service } = await profile()
    const { name, brand } = partner
    assert.deepEqual([before.partner, before.service.name], [{ name: 'Banco Aurora' }, 'Estante'])
    assert.deepEqual([name, service.name], ['Livros da Aurora', 'Livros da Aurora'])
    assert.equal(brand.accent.light.accent, '#820ad1')
    assert.notEqual(brand.accent.dark.accent, '#820ad1')
    assert.equal(brand.logo, null)
  })

  it('can be removed, and members see the service’s own again', async () => {
    const { change, profile } = await owned()
    await change({ displayName: 'Livros', accentColor: '#820ad1', frameOrigins: ['https://a.example'] })

    const cleared = await change({ displayName: '  ', accentColor: null, frameOrigins: [''] })

    const { version: _, changed: __, ...appearance } = cleared.json()
    assert.deepEqual(appearance, { partnerName: 'Banco Aurora', ...NOTHING, logo: null })
    assert.deepEqual((await profile()).partner, { name: 'Banco Aurora' })
  })

  it('refuses a name that is invisible, or reverses the text around it', async () => {
    const { change } = await owned()

    for (const displayName of ['\u200b\u200b', 'Livros \u202eda Aurora', 'Livros\nda Aurora']) {
      const answer = await change({ displayName })
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION'], JSON.stringify(displayName))
    }
  })

  it('refuses an invalid colour', async () => {
    const { change } = await owned()

    for (const accentColor of ['azul', '#12345', '#12345g', '#123', 'rgb(1,2,3)']) {
      const answer = await change({ accentColor })
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION'], accentColor)
    }
  })

  it('refuses a change based on an outdated state, and says who changed it and when', async () => {
    const { app, context, clock, partner, change, page } = await owned()
    const other = await joinPanel(app, context, partner.id, 'owner')
    const { version, changed } = (await page.get('/panel/v1/appearance')).json()
    assert.equal(changed, null)
    await change({ displayName: 'Aurora', version })
    clock.advance(60_000)

    const refused = await other.put('/panel/v1/appearance', { ...NOTHING, accentColor: '#820ad1', version })
    const known = (await other.get('/panel/v1/appearance')).json()
    const again = await change({ displayName: ' Aurora ', version })
    const written = await other.put('/panel/v1/appearance', {
      ...NOTHING,
      displayName: 'Aurora',
      accentColor: '#820ad1',
      version: known.version,
    })

    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'CHANGED_MEANWHILE'])
    assert.deepEqual([known.displayName, known.accentColor], ['Aurora', null])
    assert.deepEqual(known.changed, { by: { id: page.id, name: 'Ana Souza' }, at: '2026-11-12T18:00:00.000Z' })
    // The same request repeated, after a lost answer, is no conflict, and no change.
    assert.deepEqual([again.statusCode, again.json().changed], [200, known.changed])
    assert.deepEqual([written.statusCode, written.json().changed.by.id], [200, other.id])
  })

  it('is audited when it changes, with the changed fields', async () => {
    const { change, sendLogo, page } = await owned()

    await change({ displayName: 'Aurora', accentColor: '#820ad1' })
    const origins = ['https://app.aurora.example', `https://${'a'.repeat(60)}.aurora.example`]
    for (const frameOrigins of [origins, origins]) await change({ displayName: 'Aurora', frameOrigins })
    await sendLogo(await picture('#820ad1'))
    await page.delete('/panel/v1/appearance/logo')
    await page.delete('/panel/v1/appearance/logo')

    const { items } = (await page.get('/panel/v1/audit?acts=appearance-changed')).json()
    assert.deepEqual(items.map(describeAct).reverse(), [
      'mudou a aparência da visão: nome do padrão para “Aurora”; cor do padrão para “#820ad1”',
      'mudou a aparência da visão: cor de “#820ad1” para o padrão; páginas que podem mostrá-la',
      'mudou a aparência da visão: logotipo',
      'mudou a aparência da visão: logotipo',
    ])
  })
})

describe('A logo', () => {
  it('is redrawn within its box, and served to anyone, cacheable for ever', async () => {
    const { app, sendLogo, profile } = await owned()

    const answer = await sendLogo(await picture('#0b3d91'))

    const { url, tone } = answer.json().logo
    const response = await app.inject(url)
    const { format, width, height, hasAlpha } = await sharp(response.rawPayload).metadata()
    assert.deepEqual([format, width, height, hasAlpha, tone], ['webp', 480, 160, true, 'dark'])
    assert.equal(response.headers['content-type'], 'image/webp')
    assert.match(String(response.headers['cache-control']), /public, max-age=31536000, immutable/)
    assert.deepEqual((await profile()).partner.brand.logo, { url, tone: 'dark' })
  })

  it('is classified as light or dark, unless it has a background', async () => {
    const { sendLogo } = await owned()

    const tones = []
    for (const logo of [picture('#111111'), picture('#fdfdfd'), picture('#111111', { hasGround: true })]) {
      tones.push((await sendLogo(await logo)).json().logo.tone)
    }

    assert.deepEqual(tones, ['dark', 'light', 'any'])
  })

  it('is decoded in a subprocess, one at a time for each partner', async () => {
    const { context, clock, env, closeFirst } = await testContext({ baseUrl: 'http://estante.test' })
    clock.advance(Date.now() - clock.now())
    const app = createApp(context)
    closeFirst.push(() => app.close())
    const service = await startService({ ...env, BASE_URL: context.config.baseUrl })
    closeFirst.unshift(async () => {
      service.kill('SIGKILL')
      await service.exit
    })
    const { id } = await addPartner(context)
    const { cookie } = await joinPanel(app, context, id, 'owner')
    const heavy = await sharp({
      create: { width: 1200, height: 1000, channels: 4, background: '#00000000' },
    })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer()
    const send = () =>
      fetch(`${service.ready.address}/panel/v1/appearance/logo`, {
        method: 'PUT',
        headers: { origin: context.config.baseUrl, cookie: cookie(), 'content-type': 'image/png' },
        body: heavy,
      })

    const answers = await Promise.all(Array.from({ length: 3 }, send))

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.doesNotMatch(await readFile(`/proc/${service.pid}/maps`, 'utf8'), /libvips/)
  })

  it('is refused when it is no picture, a program, broken, too large, or a decompression bomb', async () => {
    const { sendLogo, page } = await owned()
    const good = await picture('#0b3d91')
    const [bomb, ribbon] = await Promise.all(
      [
        { width: 2100, height: 2000 },
        { width: 40, height: 3000 },
      ].map((size) =>
        sharp({ create: { ...size, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      ),
    )
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    )

    const answers = await Promise.all([
      sendLogo(svg, 'image/svg+xml'),
      sendLogo(svg, 'image/png'),
      sendLogo(good.subarray(0, 400), 'image/png'),
      sendLogo(bomb!, 'image/png'),
      sendLogo(good, 'text/plain'),
      sendLogo(Buffer.from('{}'), 'application/json'),
      sendLogo(Buffer.alloc(0), 'image/png'),
      sendLogo(Buffer.alloc(1024 * 1024 + 1), 'image/png'),
      sendLogo(ribbon!, 'image/png'),
    ])

    assert.deepEqual(
      answers.map((answer) => answer.json().code),
      [...Array(7).fill('UNUSABLE_LOGO'), 'LOGO_TOO_LARGE', 'LOGO_TOO_LONG'],
    )
    assert.equal((await page.get('/panel/v1/appearance')).json().logo, null)
  })

  it('is uploaded by owners only', async () => {
    const { app, context, partner, sendLogo } = await owned()
    const developer = await joinPanel(app, context, partner.id, 'developer')

    const answer = await sendLogo(await picture('#0b3d91'), 'image/png', developer)

    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'NOT_ALLOWED'])
  })

  it('stays for open pages after it was replaced, then is removed', async () => {
    const { app, context, clock, partner, sendLogo } = await owned()
    const first = (await sendLogo(await picture('#0b3d91'))).json().logo.url
    const second = (await sendLogo(await picture('#d04a02'))).json().logo.url
    assert.equal((await app.inject(first)).statusCode, 200)

    clock.advance(3 * DAY_MS)
    await removeAllDue(context)

    assert.deepEqual([(await app.inject(first)).statusCode, (await app.inject(second)).statusCode], [404, 200])
    const page = await joinPanel(app, context, partner.id, 'analyst')
    assert.equal((await page.get('/panel/v1/appearance')).json().logo.url, second)
  })

  it('can be uploaded again while its removal is pending', async () => {
    const { app, context, clock, sendLogo } = await owned()
    const logo = await picture('#0b3d91')
    const { url } = (await sendLogo(logo)).json().logo
    await sendLogo(await picture('#d04a02'))

    const again = (await sendLogo(logo)).json().logo.url
    clock.advance(3 * DAY_MS)
    await removeAllDue(context)

    assert.equal(again, url)
    assert.equal((await app.inject(url)).statusCode, 200)
  })

  it('can be uploaded many times at once, and is not removed by the ledger', async () => {
    const { app, context, clock, db, page, sendLogo } = await owned()
    const logo = await picture('#0b3d91')

    const answers = await Promise.all(Array.from({ length: 3 }, () => sendLogo(logo)))
    await sendLogo(await picture('#d04a02'))
    answers.push(...(await Promise.all(Array.from({ length: 3 }, () => sendLogo(logo)))))
    const { url } = (await page.get('/panel/v1/appearance')).json().logo
    const folder = url.replace('/marcas', 'brands').replace('/logo.webp', '')
    const ledger = await db.read.selectFrom('folder_removal').select('folder').execute()
    await db.write((tx) =>
      tx.insertInto('folder_removal').values({ folder, remove_after: clock.now(), holder: 'other' }).execute(),
    )
    clock.advance(3 * DAY_MS)
    await removeAllDue(context)

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      Array(6).fill(200),
    )
    assert.ok(!ledger.some((row) => row.folder === folder))
    assert.equal((await app.inject(url)).statusCode, 200)
  })

  it('has to wait while ten of the partner do, since each is held in memory', async () => {
    const { sendLogo } = await owned()
    const logo = await picture('#0b3d91')

    const answers = await Promise.all(Array.from({ length: 12 }, () => sendLogo(logo)))
    const later = await sendLogo(logo)

    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429])
    assert.equal(later.statusCode, 200)
  })

  it('is served only at its own address', async () => {
    const { app } = await owned()

    for (const url of ['/marcas/x/y/logo.webp', '/marcas/..%2f..%2fcovers/0123456789abcdef/logo.webp']) {
      assert.equal((await app.inject(url)).statusCode, 404, url)
    }
  })
})

describe('Frame origins', { skip: !isBuilt && 'npm run build comes first' }, () => {
  const LISTED = ['https://app.aurora.example', 'https://*.aurora.com.br', 'https://*.aurora.net', 'http://localhost:*']

  /** The `frame-ancestors` of a launch's page. */
  async function framedBy({ app }: Awaited<ReturnType<typeof owned>>, url: string) {
    const answer = await app.inject(url)
    const policy = String(answer.headers['content-security-policy'])
    return /frame-ancestors ([^;]+)/.exec(policy)?.[1]?.split(' ')
  }

  it('restrict the page of a launch; the panel may always frame it', async () => {
    const world = await owned()
    const { change, post, context } = world
    const { launchUrl } = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
    const before = await framedBy(world, launchUrl)

    await change({ frameOrigins: LISTED })

    assert.equal(before, undefined)
    assert.deepEqual(await framedBy(world, launchUrl), [...LISTED, context.config.baseUrl])
    assert.deepEqual(await framedBy(world, launchUrl), [...LISTED, context.config.baseUrl])
  })

  it('of one partner do not apply to another; an unknown token has none', async () => {
    const world = await owned()
    const { app, context, change, post, caller } = world
    await change({ frameOrigins: LISTED })
    const other = await addPartner(context)
    const theirs = (await caller(other).post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
    const ours = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json()

    const forged = ours.launchUrl.slice(0, -3).concat('AAA')

    for (const url of [theirs.launchUrl, forged, '/launch?token=x', '/launch', '/']) {
      assert.equal(await framedBy(world, url), undefined, url)
      assert.equal((await app.inject(url)).statusCode, 200, url)
    }
  })

  it('apply to the token that the page uses, wherever and however often the address has one', async () => {
    const world = await owned()
    const { change, post, context } = world
    await change({ frameOrigins: LISTED })
    const { launchUrl } = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
    const { search } = new URL(launchUrl)

    const framed: unknown[] = []
    for (const path of ['/launch', '/', '/explorar', '/launch/', '/nada']) {
      const answer = await world.app.inject({ url: `${path}${search}&token=x`, headers: { accept: 'text/html' } })
      framed.push(/frame-ancestors ([^;]+)/.exec(String(answer.headers['content-security-policy']))?.[1])
    }

    assert.deepEqual(framed, Array(5).fill([...LISTED, context.config.baseUrl].join(' ')))
  })

  it('allow only the panel when they cannot be read, and the page still loads', async () => {
    const world = await owned()
    const { post, context, db } = world
    const { launchUrl } = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json()

    await db.write((tx) => sql`alter table launch rename to launch_away`.execute(tx))
    const framed = await framedBy(world, launchUrl)

    assert.deepEqual(framed, [context.config.baseUrl])
  })

  it('may be a wildcard for hosts under the partner’s own domain, also on a shared platform', async () => {
    const { change } = await owned()
    const own = [
      'https://*.banco.com.br',
      'https://*.caixa.gov.br',
      'https://*.aurora.vercel.app',
      'https://*.aurora.s3.amazonaws.com',
      'https://vercel.app',
    ]

    const saved = await change({ frameOrigins: own })

    assert.deepEqual(saved.json().frameOrigins, own)
  })

  it('are stored once each, in lower case; each invalid one is refused with a sentence', async () => {
    const { change } = await owned()

    const saved = await change({
      frameOrigins: ['HTTPS://App.Aurora.example/', 'https://app.aurora.example', LISTED[3]],
    })
    const bad = [
      'app.aurora.example',
      'http://app.aurora.example',
      'https://app.aurora.example/livros',
      'https://*',
      'https://*.br',
      'https://*.com.br',
      'https://*.NET.br:8443',
      'https://*.co.uk',
      'https://*.sp.gov.br',
      'https://*.adv.br',
      'https://*.vercel.app',
      'https://*.github.io',
      'https://*.cloudfront.net:8443',
      'https://*.amazonaws.com',
      'https://*.us-east-1.amazonaws.com',
      'https://*.googleapis.com',
      'https://*.core.windows.net',
      'https://*.azure.com',
      'https://*.eastus.cloudapp.azure.com',
      'https://*.linodeusercontent.com',
      'https://a.*.br',
      'https://aurora',
      'https://livração.example',
      'https://[::1]',
      'https://a.example:99999',
      "https://a.example; script-src 'unsafe-inline'",
      'https://a.example https://b.example',
      '*',
      "'self'",
      'javascript:alert(1)',
    ]
    // The limit is twenty.
    const refusals = [await change({ frameOrigins: bad.slice(0, 15) }), await change({ frameOrigins: bad.slice(15) })]

    assert.deepEqual(saved.json().frameOrigins, ['https://app.aurora.example', 'http://localhost:*'])
    const sentences: string[] = refusals.flatMap((refusal) => refusal.json().message)
    assert.deepEqual(
      refusals.map(({ statusCode }) => statusCode),
      [400, 400],
    )
    assert.equal(sentences.length, bad.length)
    for (const [index, sentence] of sentences.entries()) {
      assert.ok(sentence.startsWith(`“${bad[index]}”`), sentence)
      assert.equal(sentence.includes('porta'), bad[index] === 'https://a.example:99999', sentence)
      assert.equal(sentence.includes('abrange páginas'), bad[index]!.startsWith('https://*.'), sentence)
    }
  })
})
