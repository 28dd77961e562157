import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Id3Frame, writeId3Tag } from '@estante/formats/audiobook/mp3/id3-frames.ts'
import { packageDocument, page, temporaryFolder, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import type { Context } from '../../context.ts'
import { testContext } from '../../test/test-app.ts'
import { importPaths } from './import-paths.ts'

const SOUND = fileURLToPath(new URL('../../../formats/fixtures/audio/relogio.mp3', import.meta.url))
/** NUL and lone surrogates: literally, as references, and as references to references. */
const UNSTORABLE = '\0&#0;&#xD800;&#xDFFF;&amp;#0;&amp;#xD800;'

describe('a book with text that no database can store', () => {
  it('is imported without it, as an e-book', async () => {
    const { context } = await testContext()
    const file = await writeBook({
      'OEBPS/livro.opf': packageDocument({
        metadata: `<dc:description>Uma${UNSTORABLE}sinopse</dc:description><dc:publisher>Casa${UNSTORABLE}</dc:publisher><dc:subject>a${UNSTORABLE}b</dc:subject>`,
      })
        .replace('O livro de teste', `O livro${UNSTORABLE} de teste`)
        .replace('Ana Autora', `Ana${UNSTORABLE}`)
        .replace(/urn:uuid:[\w-]+/, `um código${UNSTORABLE}`)
        .replace('pt-BR', `pt-BR${UNSTORABLE}`),
      'OEBPS/nav.xhtml': page(
        `<nav epub:type="toc"><ol><li><a href="c1.xhtml">Um${UNSTORABLE}</a></li><li><a href="c2.xhtml#a${UNSTORABLE}">Dois</a></li></ol></nav>`,
      ),
      'OEBPS/c1.xhtml': page(`<h1>Um${UNSTORABLE}</h1><p id="a${UNSTORABLE}">Era${UNSTORABLE} uma vez.</p>`),
    })
    after(() => rm(dirname(file), { recursive: true }))

    const report = await importPaths(context, [file])

    assert.deepEqual(report.failed, [])
    await assertStorable(context)
  })

  it('is imported without it, as an audiobook', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'livro.mp3')
    const name = 'a\0b\ud83dc'
    const frames = ['TIT2', 'TALB', 'TPE1', 'TCOM', 'TPUB', 'TLAN', 'TCON', 'TXXX'].map((id) => textFrame(id, name))
    await writeFile(file, Buffer.concat([writeId3Tag([...frames, chapterFrame(name)], 4), await readFile(SOUND)]))

    const report = await importPaths(context, [file])

    assert.deepEqual(report.failed, [])
    await assertStorable(context)
  })
})

async function assertStorable({ db }: Context): Promise<void> {
  const row = await db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
  for (const [column, value] of Object.entries({ ...row, manifest: JSON.parse(row.manifest) })) {
    for (const text of textsOf(value)) assert.ok(text.isWellFormed() && !text.includes('\0'), `${column}: ${text}`)
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsOf(part)])
}

/** ID3v2.4, UTF-16. */
function textFrame(id: string, text: string): Id3Frame {
  return { id, body: Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]) }
}

function chapterFrame(title: string): Id3Frame {
  const name = writeId3Tag([textFrame('TIT2', title)], 4).subarray(10)
  return { id: 'CHAP', body: Buffer.concat([Buffer.from('c1\0'), Buffer.alloc(8), Buffer.alloc(8, 0xff), name]) }
}
