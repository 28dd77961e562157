import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ExportWindow, exportActions, exportFile } from './export-file.ts'

const file = exportFile('Memórias Póstumas: “Brás Cubas”', 'epub', '{}')

describe('an exported file', () => {
  it('is named after its title, without characters that file systems refuse', () => {
    assert.deepEqual([file.name, file.type], ['memorias-postumas-bras-cubas.json', 'application/ld+json'])
    assert.equal(exportFile('???', 'markdown', '').name, 'anotacoes.md')
  })

  it('is downloaded in a browser, and shared or copied in a native host', () => {
    const share = async () => {}
    const browser = { navigator: {} } as ExportWindow
    const host = { ...browser, WebViewBridge: {} }
    const sharingHost = { navigator: { share, canShare: () => false } as never, WebViewBridge: {} }
    const sharingBrowser = { navigator: { share, canShare: () => true } as never }

    const ways = [browser, host, sharingHost, sharingBrowser].map((page) => {
      const { share, download } = exportActions(page, file, '{}')
      return [share !== undefined, download !== undefined]
    })

    assert.deepEqual(ways, [
      [false, true],
      [false, false],
      [true, false],
      [true, true],
    ])
  })
})
