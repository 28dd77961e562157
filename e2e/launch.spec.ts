import type { Request } from '@playwright/test'
import type { FrameHost } from './hosts/frame-host.ts'
import { loseAnswer } from './hosts/lost-answer.ts'
import type { WebView } from './hosts/web-view.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import type { Partner } from './service/partner.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

const READY = { type: 'service:ready' }
const LINK_REFUSED = { type: 'service:session-expired', reason: 'invalid_launch_token' }
const EXCHANGE = '**/play/v1/launch'
const MINUTE_MS = 60_000

test.describe('a launch link', () => {
  test('leaves the address bar before any request to the service, and only the exchange carries its token', async ({
    host,
    page,
    browser,
    partner,
    service,
  }) => {
    const launchUrl = await partner.openBooks()
    const token = new URL(launchUrl).searchParams.get('token')!
    const endWatch = watchRequests(page)
    await noteCleanAddress(page)

    await test.step('prefetched by a program it still signs the member in, in a cross-site frame, and notifies its page', async () => {
      const preview = await browser.newContext({ javaScriptEnabled: false })
      await (await preview.newPage()).goto(launchUrl)
      await preview.close()

      await host.open(launchUrl)

      await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
      await expect.poll(() => host.received).toEqual([{ origin: service.playUrl, data: READY }])
      await expect(host.view.getByRole('button', { name: 'Fechar' })).toHaveCount(0)
    })

    const carriers = (await endWatch()).filter(({ text }) => text.includes(token))
    expect(carriers.map(({ address }) => address)).toEqual(['GET /launch', 'POST /play/v1/launch'])
    expect(host.frame().url()).not.toContain(token)
    const { cleanAt, firstCallAt } = await host.frame().evaluate(() => ({
      cleanAt: (window as AddressWindow).addressCleanAt!,
      firstCallAt: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(
        ({ initiatorType }) => initiatorType === 'fetch',
      )!.startTime,
    }))
    expect(cleanAt).toBeLessThan(firstCallAt)

    await test.step('a reload of the frame restores the member, where the browser has storage', async () => {
      await host.frame().evaluate(() => location.reload())

      await expect.poll(host.events).toEqual([READY, READY])
      await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
    })
  })

  test('signs no one in at another address, which does not store its token, and then the member in a native view, which receives JSON strings', async ({
    webView,
    page,
    partner,
  }) => {
    const launchUrl = await partner.openBooks()

    await webView.open(launchUrl.replace('/launch', '/explorar'))

    await expect(page.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
    expect(page.url()).not.toContain('token')
    await webView.open(launchUrl)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
    await expect.poll(() => webView.received.at(-1)).toBe('{"type":"service:ready"}')
  })
})

test.describe('the screen of a link', () => {
  const screens: [path: string, heading: string | RegExp, opened?: string][] = [
    ['/explorar', 'Explorar'],
    ['/ler', 'E-books'],
    ['/biblioteca', 'Biblioteca'],
    ['/perfil', 'Conta'],
    ['/perfil/../../painel', /, Ana$/, '/'],
  ]
  test('is one of the application’s screens, for a title by its form, and home for any other address', async ({
    host,
    partner,
  }) => {
    for (const [path, heading, opened = path] of screens) {
      await host.open(await partner.openBooks(path))

      await expect(host.view.getByRole('heading', { level: 1 }), path).toHaveText(heading)
      expect(new URL(host.frame().url()).pathname).toBe(opened)
    }

    // The address names the other form.
    const book = await partner.pathOf('ebook', 'Quintal de dentro')
    await host.open(await partner.openBooks(book.replace('/leitor/', '/player/')))
    await expect(host.view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    expect(new URL(host.frame().url()).pathname).toBe(book)

    const audiobook = await partner.pathOf('audiobook', 'Como ouvir uma cidade')
    await host.open(await partner.openBooks(audiobook.replace('/player/', '/leitor/')))
    await expect(host.view.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
    expect(new URL(host.frame().url()).pathname).toBe(audiobook)
  })
})

test.describe('an invalid link shows a message without a form, and notifies the host', () => {
  test('never issued, opened after a minute, or opened again, in a frame', async ({ host, partner, service }) => {
    await host.open((await partner.openBooks()).replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))
    await expectRefused(host, 1)

    const late = await partner.openBooks()
    service.clock.advance(MINUTE_MS)
    await host.open(late)
    await expectRefused(host, 2)

    const used = await partner.openBooks()
    await host.open(used)
    await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
    await host.open(used)
    await expectRefused(host, 3)
  })

  test('without a token, expired and reloaded, or opened again in another tab, while the first continues, in a native view', async ({
    webView,
    page,
    context,
    partner,
    service,
  }) => {
    await webView.open(`${service.playUrl}/launch`, '?embed=1')
    await expectRefused(webView, 1)

    const late = await partner.openBooks()
    service.clock.advance(MINUTE_MS)
    await webView.open(late)
    await expectRefused(webView, 2)
    await page.reload()
    await expectRefused(webView, 3)

    const used = await partner.openBooks()
    const first = await context.newPage()
    await first.goto(used)
    await expect(first.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
    await webView.open(used)
    await expectRefused(webView, 4)
    await first.getByRole('link', { name: 'Conta' }).click()
    await expect(first.getByText('Ana Souza').first()).toBeVisible()
  })
})

test.describe('a launch lost by the network', () => {
  test('offers a retry: the link is still valid, and leads to one session when only the answer was lost', async ({
    host,
    page,
    partner,
    service,
  }) => {
    await page.route(EXCHANGE, (route) => route.abort())
    await host.open(await partner.openBooks('/biblioteca'))
    await expect(host.view.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    expect(host.events()).toEqual([READY])
    await page.unroute(EXCHANGE)
    await page.route(EXCHANGE, loseAnswer)
    await host.view.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect.poll(() => memberSessions(service, partner)).toHaveLength(1)
    await expect(host.view.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await page.unroute(EXCHANGE)

    await host.view.getByRole('button', { name: 'Tentar novamente' }).click()

    await expect(host.view.getByRole('heading', { level: 1 })).toHaveText('Biblioteca')
    expect(await memberSessions(service, partner)).toHaveLength(1)
  })

  test('signs in by itself when the connection is back, and by a reload, where the view has storage', async ({
    webView,
    page,
    context,
    partner,
    service,
  }) => {
    await page.route(EXCHANGE, (route) => route.abort())
    await webView.open(await partner.openBooks())
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await expectNoSeriousFaults(page, 'a launch that does not arrive')
    await page.unroute(EXCHANGE)

    await context.setOffline(true)
    await page.waitForFunction(() => !navigator.onLine)
    await context.setOffline(false)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
    expect(await memberSessions(service, partner)).toHaveLength(1)

    await page.route(EXCHANGE, loseAnswer)
    await webView.open(await partner.openBooks('/biblioteca'))
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await page.unroute(EXCHANGE)

    await page.reload()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Biblioteca')
    expect(await memberSessions(service, partner)).toHaveLength(2)
  })
})

test.describe('a launch for another member, in the same view', () => {
  test('leaves nothing of the previous member', async ({ webView, page, partner }) => {
    await webView.open(await partner.openBooks('/perfil'))
    await expect(page.getByText('Ana Souza').first()).toBeVisible()
    // Her choice is stored, unlike a default.
    await page.getByRole('checkbox', { name: 'Atalhos de uma letra' }).uncheck()
    await expect.poll(() => storedBy(page)).toContainEqual(expect.stringContaining('"letterKeys":false'))
    await page.evaluate(() => {
      sessionStorage.setItem('estante.place', 'Ana')
      localStorage.setItem('estante.size', 'Ana')
    })
    const stored = await storedBy(page)

    await webView.open(await partner.openBooks('/perfil', { externalUserId: 'bia', name: 'Bia Lopes' }))
    await expect(page.getByText('Bia Lopes').first()).toBeVisible()

    const now = await storedBy(page)
    expect(stored.length).toBeGreaterThan(2)
    expect(now.filter((value) => stored.includes(value))).toEqual([])
    await page.goBack()
    await expect(page.getByText('Bia Lopes').first()).toBeVisible()
    await expect(page.getByText('Ana Souza')).toHaveCount(0)
  })
})

interface AddressWindow {
  addressCleanAt?: number
}

function noteCleanAddress(page: Page) {
  return page.addInitScript(() => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (...change) => {
      replaceState(...change)
      if (!location.href.includes('token')) (window as AddressWindow).addressCleanAt ??= performance.now()
    }
  })
}

/** Watches the requests of the page. Returns a function that ends it and returns their addresses, headers and bodies. */
function watchRequests(page: Page) {
  const sent: Promise<{ address: string; text: string }>[] = []
  const record = (request: Request) => {
    const address = `${request.method()} ${new URL(request.url()).pathname}`
    sent.push(
      request.allHeaders().then((headers) => ({
        address,
        text: [request.url(), ...Object.values(headers), request.postData()].join('\n'),
      })),
    )
  }
  page.on('request', record)
  return () => {
    page.off('request', record)
    return Promise.all(sent)
  }
}

/** All storage of this tab and this browser for the service. */
function storedBy(page: Page) {
  return page.evaluate(() => [...Object.values(sessionStorage), ...Object.values(localStorage)] as string[])
}

function memberSessions({ context }: Service, partner: Partner) {
  return context.db.read.selectFrom('member_session').select('id').where('partner_id', '=', partner.id).execute()
}

/** Checks that the view refuses a link, and how often it has notified its host. */
async function expectRefused(opened: FrameHost | WebView, times: number) {
  await expect(opened.view.getByRole('heading', { name: 'Este link expirou' })).toBeVisible()
  await expect(opened.view.locator('form, input, [role=textbox]')).toHaveCount(0)
  const refusals = () => opened.events().filter(({ type }) => type === LINK_REFUSED.type)
  await expect.poll(refusals).toEqual(Array(times).fill(LINK_REFUSED))
}
