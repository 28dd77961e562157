import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../fixtures/any-character.ts'
import {
  bookFiles,
  type EpubFiles,
  PNG,
  packageDocument,
  page,
  temporaryFolder,
  writeZip,
} from '../fixtures/epub/build-epub.ts'
import { Refusal } from '../refusal.ts'
import { extractEpub } from './extract-epub.ts'

const SEED = Number(process.env.SEED ?? 20_261_122)
/** `RUNS=1000 node --test formats/epub/any-book.test.ts` changes more. */
const RUNS = Number(process.env.RUNS ?? 50)

/** A book with every feature. */
const BOOK = bookFiles({
  'OEBPS/livro.opf': packageDocument({
    metadata: `<dc:title id="sub">Uma história</dc:title><meta refines="#sub" property="title-type">subtitle</meta>
      <dc:creator id="n">Nara</dc:creator><meta refines="#n" property="role">nrt</meta><dc:date>2020-05</dc:date>
      <dc:description>&lt;p&gt;Um conto.&lt;/p&gt;</dc:description><meta name="cover" content="p"/>`,
    manifest: `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="s" href="s.css" media-type="text/css"/>
      <item id="d" href="d.svg" media-type="image/svg+xml" fallback="p"/><item id="p" href="p.png" media-type="image/png" properties="cover-image"/>
      <item id="x" href="x.bin" media-type="application/x-demo" fallback="d"/>`,
    spine:
      '<itemref idref="c1"/><itemref idref="c2" linear="no"/><itemref idref="x" properties="page-spread-left"/><itemref idref="p"/>',
    spineAttributes: 'toc="ncx" page-progression-direction="rtl"',
    guide: '<guide><reference type="cover" href="c1.xhtml"/></guide>',
  }),
  'OEBPS/toc.ncx': `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Um</text></navLabel>
    <content src="c1.xhtml#a"/><navPoint><navLabel><text>Dois</text></navLabel><content src="c2.xhtml"/></navPoint></navPoint></navMap></ncx>`,
  'OEBPS/c1.xhtml': page(
    `<h1 id="a">Um</h1><p style="color:red;position:fixed"><a href="c2.xhtml#b">x</a><img src="p.png" alt="y"/>&nbsp;&amp;</p>
     <svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(#g)"/><image xlink:href="p.png" xmlns:xlink="http://www.w3.org/1999/xlink"/></svg>
     <epub:switch><epub:case required-namespace="http://www.w3.org/2000/svg"><p>z</p></epub:case><epub:default>w</epub:default></epub:switch>`,
    '<link rel="stylesheet" href="s.css"/><style>@import "s.css";p{margin:0}</style>',
  ),
  'OEBPS/s.css': '@charset "utf-8";@import "s.css";p{background:url(p.png);position:fixed}',
  'OEBPS/d.svg':
    '<?xml-stylesheet href="s.css"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>Oi</text></svg>',
  'OEBPS/p.png': PNG,
  'OEBPS/x.bin': 'x',
  'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData><EncryptionMethod
    Algorithm="http://www.idpf.org/2008/embedding"/><CipherData><CipherReference URI="OEBPS/x.bin"/></CipherData></EncryptedData></encryption>`,
})
const NAMES = Object.keys(BOOK).filter((name) => name !== 'mimetype')
const WORDS = NAMES.flatMap((name) => String(BOOK[name]).match(/[\w./#:-]+/g) ?? [])

describe('any EPUB', () => {
  it('is either extracted or refused in a sentence, whatever files change', async () => {
    let refused = 0
    const change = fc.record({
      name: fc.constantFrom(...NAMES),
      kind: fc.constantFrom('cut', 'copy', 'word', 'bytes', 'empty', 'gone'),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
      word: fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: anyCharacter, maxLength: 8 })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const files: EpubFiles = { ...BOOK }
        for (const one of changes) files[one.name] = changed(files[one.name], one)
        if (await isRefused(await writeZip(files))) refused++
      }),
      { seed: SEED, numRuns: RUNS },
    )
    assert.ok(refused > 0 && refused < RUNS)
  })

  it('is either extracted or refused in a sentence, whatever bytes change', async () => {
    const whole = await readFile(await writeZip(BOOK))
    const folder = await temporaryFolder()
    after(() => rm(folder, { recursive: true }))
    const change = fc.record({
      offset: fc.oneof(fc.nat(whole.length - 1), fc.integer({ min: -1500, max: -1 })),
      byte: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0xff), fc.nat(255)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const { offset, byte } of changes) bytes[(offset + bytes.length) % bytes.length] = byte
        const file = join(folder, 'livro.epub')
        await writeFile(file, bytes)
        await isRefused(file)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})

interface Change {
  kind: string
  from: number
  to: number
  word: string
}

function changed(content: string | Uint8Array | undefined, { kind, from, to, word }: Change): Buffer | undefined {
  const bytes = Buffer.from(content ?? '')
  const start = Math.floor(from * bytes.length)
  const end = Math.min(bytes.length, start + Math.ceil(to * to * 200))
  const [before, middle, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)]
  if (kind === 'gone') return undefined
  if (kind === 'empty') return Buffer.alloc(0)
  if (kind === 'cut') return Buffer.concat([before, after])
  if (kind === 'copy') return Buffer.concat([before, middle, middle, after])
  if (kind === 'bytes') return Buffer.concat([before, Buffer.from(word), after])
  // Replaces a word of the book by another.
  const words = [...bytes.toString('latin1').matchAll(/[\w./#:-]+/g)]
  const chosen = words[Math.floor(from * (words.length - 1))]
  if (!chosen) return bytes
  const at = chosen.index
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(word), bytes.subarray(at + chosen[0].length)])
}

async function isRefused(file: string): Promise<boolean> {
  const folder = await temporaryFolder()
  try {
    await extractEpub(file, folder, () => {})
    return false
  } catch (error) {
    assert.ok(error instanceof Refusal, `${(error as Error).stack}`)
    assert.match(error.message, /^[\p{Lu}“].*\.$/su)
    return true
  } finally {
    await rm(folder, { recursive: true })
  }
}
