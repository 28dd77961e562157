import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { BASELINE } from '@estante/contract/baseline.ts'
import { partnerErrors } from '@estante/contract/partner/error.ts'
import { partnerRoutes } from '@estante/contract/partner/routes.ts'
import { screenPatterns } from '@estante/contract/screens.ts'
import Fastify from 'fastify'
import { hosts, readSnippet } from './embedding.ts'
import { GUIDE_PAGES, guidePath } from './guide-pages.ts'
import { referenceRoutes } from './routes.ts'

const ADDRESSES = { baseUrl: 'https://api.livros.test', playUrl: 'https://play.livros.test' }

describe('GET /docs/guia', () => {
  it('has every page of the guide, linked from the reference, and no broken link', async () => {
    const files = await readdir(new URL('../../docs/parceiro/', import.meta.url))
    assert.deepEqual(GUIDE_PAGES.map(({ file }) => `${file}.md`).sort(), files.sort())
    const pages = new Map<string, string>()
    for (const path of ['/docs', ...GUIDE_PAGES.map(guidePath)]) pages.set(path, (await get(path)).body)

    for (const [path, body] of pages) {
      for (const [, href = ''] of body.matchAll(/href="([^"]+)"/g)) {
        if (/^(?:https?:|mailto:)|\.(?:svg|css|json|tgz)$/.test(href)) continue
        const [page, id] = href.split('#')
        const target = pages.get(page || path)
        assert.ok(target, `${path}: ${href}`)
        assert.ok(id === undefined || target.includes(` id="${id}"`), `${path}: ${href}`)
      }
    }
    for (const page of GUIDE_PAGES) assert.ok(pages.get('/docs')!.includes(`href="${guidePath(page)}"`))
  })

  it('shows the addresses of this service, code with its colours, tables and lists to check', async () => {
    const [start, view, production] = await Promise.all(
      ['/docs/guia', '/docs/guia/visao-embutida', '/docs/guia/producao'].map(async (path) => (await get(path)).body),
    )

    assert.match(start!, /https:\/\/api\.livros\.test\/partner\/v1\/catalog\?limit=1/)
    assert.match(start!, /https:\/\/play\.livros\.test\/launch/)
    assert.match(start!, /<td data-label="client_id"><code>estante_test_…<\/code><\/td>/)
    assert.match(view!, /<span class="hljs-string">&#x27;https:\/\/play\.livros\.test/)
    assert.match(production!, /<ul class="checklist"><li>☐ /)
    for (const body of [start!, view!, production!])
      assert.doesNotMatch(body, /livros\.example\.com|<a href="\.\.|\[ \]/)
  })
})

describe('GET /docs', () => {
  it('loads nothing from other hosts and runs no inline script', async () => {
    const { body, headers } = await get('/docs')

    const loaded = [...body.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    )
    assert.deepEqual(loaded, ['/docs/icon.svg', '/docs/reference.css', '/docs/reference.js'])
    assert.doesNotMatch(body, /<style|<script(?![^>]* src=)|<[^>]* (?:style|on\w+)=/)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'self'; script-src 'self';/,
    )
    for (const url of loaded) assert.equal((await get(String(url))).statusCode, 200)
  })

  it('has an anchor for every endpoint, object and error code, and no broken link', async () => {
    const { body } = await get('/docs')

    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    for (const { operationId } of partnerRoutes) assert.ok(ids.includes(`endpoint-${operationId}`), operationId)
    for (const code of Object.keys(partnerErrors)) assert.ok(ids.includes(`erro-${code}`), code)
    for (const name of ['PartnerUser', 'CatalogPage', 'UsageReport', 'Error']) assert.ok(ids.includes(`objeto-${name}`))
    for (const [, id] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(id), `#${id}`)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('shows the addresses of this service', async () => {
    const { body } = await get('/docs')

    assert.match(body, /https:\/\/api\.livros\.test\/partner\/v1\/catalog/)
    assert.match(body, /https:\/\/play\.livros\.test/)
    // The answers shown are the examples of the description.
    const calls = body.replace(/aria-label="Resposta.*?<\/pre>|aria-label="Corpo.*?<\/pre>/gs, '')
    assert.doesNotMatch(calls, /livros\.example\.com/)
  })

  it('is answered 304 to a client that has it', async () => {
    const { headers } = await get('/docs')

    // A proxy that compresses the page weakens its tag.
    const again = await get('/docs', { 'if-none-match': `W/${headers.etag}` })

    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
  })
})

describe('GET /partner/v1/openapi.json', () => {
  it('is the description of the contract, with the address of this service', async () => {
    const { body } = await get('/partner/v1/openapi.json')

    const committed = JSON.parse(
      await readFile(new URL('../../contract/partner-v1.openapi.json', import.meta.url), 'utf8'),
    )
    committed.servers[0].variables.base_url.default = ADDRESSES.baseUrl
    committed.info.contact.url = `${ADDRESSES.baseUrl}/docs`
    assert.deepEqual(JSON.parse(body), committed)
  })
})

describe('the guide of the embedded view', () => {
  it('names the oldest engines that the contract promises, as the reference does', async () => {
    const guide = await readFile(new URL('../../docs/parceiro/visao-embutida.md', import.meta.url), 'utf8')
    const { body } = await get('/docs')

    for (const version of Object.values(BASELINE)) {
      assert.match(guide, new RegExp(`\\| (?:\\D+ )?${version} \\(`))
      assert.match(body, new RegExp(`<td[^>]*>(?:[^<]* )?${version}</td>`))
    }
  })

  it('names every event of the bridge, and the command that answers it, as the reference does', async () => {
    const guide = await readFile(new URL('../../docs/parceiro/visao-embutida.md', import.meta.url), 'utf8')
    const { body } = await get('/docs')

    const events = [...body.matchAll(/<td[^>]*><code>(service:[a-z-]+)<\/code>/g)].map(([, type = '']) => type)

    assert.ok(events.includes('service:media') && events.includes('service:unsupported'), String(events))
    for (const type of events) assert.ok(guide.includes(`| \`${type}\` |`), type)
    assert.ok(guide.includes('host:media') && body.includes('host:media'))
  })

  it('lists every screen that a link may open, as the reference does', async () => {
    const guide = await readFile(new URL('../../docs/parceiro/README.md', import.meta.url), 'utf8')
    const { body } = await get('/docs')

    for (const pattern of screenPatterns().filter((one) => !/^\/(?:notas|listas)\/:id$/.test(one))) {
      const path = pattern.replace(':id', '{id}')
      assert.ok(guide.includes(`| \`${path}\` |`), path)
      assert.ok(body.includes(`<code>${path}</code></td>`), path)
    }
  })

  it('has the recipe for sound with the screen locked in every native sample', async () => {
    const recipes: Record<string, RegExp[]> = {
      'android.kt': [
        /startForeground\(/,
        /foregroundServiceType="mediaPlayback"/,
        /createNotificationChannel\(/,
        /override fun onWindowVisibilityChanged/,
      ],
      'ios.swift': [/setCategory\(\.playback/, /"audio" em UIBackgroundModes/],
      'react-native.jsx': [/"audio" em UIBackgroundModes/, /serviço em primeiro plano/, /host:media/],
      'flutter.dart': [/"audio" em UIBackgroundModes/, /serviço em primeiro plano/, /host:media/],
    }
    const { body } = await get('/docs')

    for (const [file, recipe] of Object.entries(recipes)) {
      const snippet = await readSnippet(file, 'https://livros.example.com')
      for (const part of recipe) assert.match(snippet, part, file)
      // The view must not be paused with its activity.
      assert.doesNotMatch(snippet.replace(/\/\/.*/g, ''), /\.(?:onPause|pauseTimers)\(\)/, file)
    }
    assert.ok(body.includes('foregroundServiceType=') && body.includes('UIBackgroundModes'))
    assert.match(await readSnippet('ios.swift', ''), /allowsLinkPreview = false/)
    // A strong reference would keep the view, and its sound, after it is closed.
    assert.doesNotMatch(await readSnippet('ios.swift', ''), /userContentController\.add\(self/)
    assert.match(await readSnippet('flutter.dart', ''), /void dispose\(\) \{\s*\/\/[^\n]*\s*command\('pause'\)/)
  })

  it('shows the member a sentence, in every native sample, when there is no link to open', async () => {
    for (const file of ['android.kt', 'ios.swift', 'react-native.jsx', 'flutter.dart']) {
      assert.match(await readSnippet(file, ''), /showUnavailable\(\)|<Unavailable/, file)
    }
  })

  it('asks for a new session only once in 30 seconds, in every sample', async () => {
    for (const { file } of hosts) {
      const snippet = await readSnippet(file, '')
      assert.match(snippet, /service:session-expired['"](?:\)| ->|:)\s+recover\(\)/, file)
      assert.match(snippet, /recover\(\) \{[^}]*\b30(?:_000)?\b[^}]*(?:showUnavailable\(\)|setAddress\(null\))/, file)
    }
  })

  it('hands texts over and chooses files in the Android sample, whose web view does neither', async () => {
    const snippet = await readSnippet('android.kt', '')

    assert.match(snippet, /override fun onShowFileChooser/)
    for (const type of ['define', 'translate', 'share']) assert.match(snippet, new RegExp(`"service:${type}" ->`))
  })

  it('shows the same host samples as the reference', async () => {
    const guide = await readFile(new URL('../../docs/parceiro/visao-embutida.md', import.meta.url), 'utf8')

    for (const { file } of hosts) {
      const snippet = await readSnippet(file, 'https://livros.example.com')
      assert.ok(guide.includes(snippet), file)
    }
  })
})

async function get(url: string, headers: Record<string, string> = {}) {
  const app = Fastify()
  referenceRoutes(app, ADDRESSES)
  return app.inject({ url, headers })
}
