import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { embedBooks, embedUrl, isSafeToOpen, recoveryRule } from './host.ts'

describe('The host page', () => {
  it('replaces an ended session automatically once for each reason in 30 seconds', () => {
    const mayRecover = recoveryRule()

    const answers = [
      mayRecover('refresh_failed', 0),
      mayRecover('refresh_failed', 29_999),
      mayRecover('invalid_launch_token', 29_999),
      mayRecover('refresh_failed', 30_000),
    ]

    assert.deepEqual(answers, [true, false, true, true])
  })

  it('opens only addresses that run no code in the page', () => {
    assert.ok(isSafeToOpen('https://exemplo.com.br/ajuda?x=1'))
    assert.ok(isSafeToOpen('mailto:ajuda@exemplo.com.br'))
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/ajuda', '']) {
      assert.ok(!isSafeToOpen(url), String(url))
    }
  })

  it('appends the frame’s parameters to the launch link', () => {
    const url = embedUrl('https://play.example/launch?token=t&redirect=%2Fplayer%2F1')

    assert.equal(url, 'https://play.example/launch?token=t&redirect=%2Fplayer%2F1&embed=1&closable=1')
  })

  it('closes each view once, and not its replacement in the frame', async (t) => {
    const addresses: string[] = []
    const frame = { contentWindow: { location: { replace: (url: string) => addresses.push(url) } } }
    const { promise: opened, resolve } = Promise.withResolvers<void>()
    const open = (token: string) =>
      embedBooks(frame as unknown as HTMLIFrameElement, {
        requestLaunchUrl: async () => `https://play.example/launch?token=${token}`,
        onUnavailable: () => resolve(),
      })
    Object.assign(globalThis, { window: { addEventListener: () => resolve(), removeEventListener() {} } })
    t.after(() => Reflect.deleteProperty(globalThis, 'window'))
    const closeFirst = open('a')
    const closeSecond = open('b')
    await opened

    closeFirst()
    assert.deepEqual(addresses, ['about:blank', embedUrl('https://play.example/launch?token=b')])

    closeSecond()
    assert.equal(addresses.at(-1), 'about:blank')
  })
})
