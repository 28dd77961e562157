import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BridgeWindow, createBridge } from './bridge.ts'

/** A page with a manual clock, which records the windows opened. */
function openPage({ framed = false } = {}) {
  const receivedByParent: unknown[] = []
  const receivedByApp: unknown[] = []
  const opened: string[] = []
  const warnings: string[] = []
  const timers: (() => void)[] = []
  const page: BridgeWindow = {
    parent: { postMessage: (message) => receivedByParent.push(message) },
    setTimeout: (callback) => timers.push(callback),
    open: (url) => opened.push(url),
    console: { warn: (text) => warnings.push(text) },
  }
  if (!framed) page.parent = page as unknown as BridgeWindow['parent']
  const injectBridge = () => {
    page.WebViewBridge = { postMessage: (message) => receivedByApp.push(JSON.parse(message)) }
  }
  const pass = (turns: number) => {
    for (let turn = 0; turn < turns; turn++) for (const timer of timers.splice(0)) timer()
  }
  return { page, receivedByParent, receivedByApp, opened, warnings, injectBridge, pass, timers }
}

describe('the bridge to the host', () => {
  it('posts objects to the parent of an embedded frame at once', () => {
    const { page, receivedByParent } = openPage({ framed: true })

    createBridge(page, { embed: true, closable: false }).sendToHost({ type: 'service:ready' })

    assert.deepEqual(receivedByParent, [{ type: 'service:ready' }])
  })

  it('queues events for a late bridge object, and delivers them once and in order', () => {
    const { page, receivedByApp, injectBridge, pass } = openPage()
    const { sendToHost } = createBridge(page, { embed: true, closable: true })

    sendToHost({ type: 'service:ready' })
    sendToHost({ type: 'service:close' })
    pass(3)
    injectBridge()
    pass(3)

    assert.deepEqual(receivedByApp, [{ type: 'service:ready' }, { type: 'service:close' }])
  })

  it('stops waiting for a bridge object that never appears', () => {
    const { page, receivedByApp, injectBridge, pass, timers } = openPage()
    const { sendToHost } = createBridge(page, { embed: false, closable: false })

    sendToHost({ type: 'service:ready' })
    pass(1000)

    assert.equal(timers.length, 0)
    injectBridge()
    sendToHost({ type: 'service:close' })
    assert.deepEqual(receivedByApp, [{ type: 'service:close' }])
  })

  it('names the events that no bridge object received, in the console of an embedded page', () => {
    const { page, warnings, pass } = openPage()
    const { sendToHost } = createBridge(page, { embed: true, closable: true })

    sendToHost({ type: 'service:ready' })
    pass(1000)
    sendToHost({ type: 'service:close' })

    assert.deepEqual(warnings, ['Sem window.WebViewBridge: service:ready', 'Sem window.WebViewBridge: service:close'])
  })

  it('goes on, and says so in the console, where the app throws on an event', () => {
    const { page, receivedByApp, warnings, pass } = openPage()
    const { sendToHost } = createBridge(page, { embed: true, closable: true })
    sendToHost({ type: 'service:media', media: null })
    sendToHost({ type: 'service:close' })

    page.WebViewBridge = {
      postMessage(message) {
        if (message.includes('media')) throw new Error('Java exception was raised')
        receivedByApp.push(JSON.parse(message))
      },
    }
    pass(1)

    assert.deepEqual(receivedByApp, [{ type: 'service:close' }])
    assert.deepEqual(warnings, ['window.WebViewBridge: Error: Java exception was raised'])
  })

  it('posts nothing to the parent of a frame without embed=1', () => {
    const { page, receivedByParent } = openPage({ framed: true })

    createBridge(page, { embed: false, closable: false }).sendToHost({ type: 'service:ready' })

    assert.deepEqual(receivedByParent, [])
  })

  it('is embedded as soon as the bridge object is there, without embed=1', () => {
    const { page, injectBridge } = openPage()
    const { isEmbedded } = createBridge(page, { embed: false, closable: false })
    assert.equal(isEmbedded(), false)

    injectBridge()

    assert.equal(isEmbedded(), true)
  })

  it('passes external links to the host when embedded, and opens a tab otherwise', () => {
    const embedded = openPage({ framed: true })
    const alone = openPage()

    createBridge(embedded.page, { embed: true, closable: false }).openExternal('https://example.com/a')
    createBridge(alone.page, { embed: false, closable: false }).openExternal('mailto:ana@example.com')

    assert.deepEqual(embedded.receivedByParent, [{ type: 'service:open-external', url: 'https://example.com/a' }])
    assert.deepEqual(embedded.opened, [])
    assert.deepEqual(alone.opened, ['mailto:ana@example.com'])
  })

  it('never passes on a link that could run or read something', () => {
    const { page, receivedByParent } = openPage({ framed: true })
    const { openExternal } = createBridge(page, { embed: true, closable: false })

    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not an address'])
      openExternal(url)

    assert.deepEqual(receivedByParent, [])
  })
})
