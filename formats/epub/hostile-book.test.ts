import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  container,
  type EpubFiles,
  packageDocument,
  page,
  slowChapters,
  temporaryFolder,
  writeBook,
  writeZip,
} from '../fixtures/epub/build-epub.ts'
import { openPublicationFile } from '../open.ts'
import { Refusal } from '../refusal.ts'
import { extractEpub } from './extract-epub.ts'

describe('a book refused with a specific sentence', () => {
  it('has DRM', async () => {
    const encryption = `<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod
      Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><e:CipherData><e:CipherReference URI="OEBPS/c1.xhtml"/></e:CipherData></e:EncryptedData></encryption>`

    await refused({ 'META-INF/encryption.xml': encryption }, 'O livro está protegido por DRM.')
  })

  it('has no container', () =>
    refused({ 'META-INF/container.xml': undefined }, 'O EPUB não tem “META-INF/container.xml”.'))

  it('has a container that is not XML', () =>
    refused({ 'META-INF/container.xml': 'oi' }, '“META-INF/container.xml” não é um documento XML.'))

  it('has no package', () =>
    refused({ 'META-INF/container.xml': container('x.opf') }, 'O pacote do livro, “x.opf”, não está no arquivo.'))

  it('has no chapter', () =>
    refused({ 'OEBPS/livro.opf': packageDocument({ spine: ' ' }) }, 'O livro não tem nenhum capítulo.'))

  it('lacks a chapter of its manifest', () =>
    refused({ 'OEBPS/c2.xhtml': undefined }, 'O capítulo “OEBPS/c2.xhtml” não está no arquivo.'))

  it('has a chapter outside its manifest', async () => {
    const written =
      '<item id="c9" href="data:application/xhtml+xml,%3Cp%3EOi%3C/p%3E" media-type="application/xhtml+xml"/>'

    for (const manifest of ['', written]) {
      await refused(
        { 'OEBPS/livro.opf': packageDocument({ manifest, spine: '<itemref idref="c9"/>' }) },
        'O pacote manda ler “c9”, que não é um dos arquivos que lista.',
      )
    }
  })

  it('closes an element of its package too early', () =>
    refused(
      { 'OEBPS/livro.opf': packageDocument().replace('<dc:identifier', '</package><dc:identifier') },
      '“OEBPS/livro.opf” não é um documento XML válido.',
    ))

  it('has a chapter that is not a page and has no such fallback', async () => {
    const item = (mediaType: string) => ({
      'OEBPS/livro.opf': packageDocument({
        manifest: `<item id="x" href="x.bin" media-type="${mediaType}" fallback="x"/>`,
        spine: '<itemref idref="x"/>',
      }),
      'OEBPS/x.bin': 'x',
    })

    await refused(
      item('application/x-demo'),
      'O capítulo “OEBPS/x.bin” é de um tipo que não pode ser lido (application/x-demo).',
    )
    await refused(item('image/png'), 'O capítulo “OEBPS/x.bin” não é uma página nem uma imagem que se possa mostrar.')
  })

  it('has packaging files among its chapters', () =>
    refused(
      {
        'OEBPS/livro.opf': packageDocument({
          manifest: '<item id="x" href="livro.opf" media-type="application/xhtml+xml"/>',
          spine: '<itemref idref="x"/>',
        }),
      },
      'O capítulo “OEBPS/livro.opf” não é uma página nem uma imagem que se possa mostrar.',
    ))

  it('has no package where its container says', () =>
    refused({ 'OEBPS/livro.opf': page('<p>x</p>') }, '“OEBPS/livro.opf” não é um pacote de EPUB.'))

  it('defines entities that expand', () =>
    refused(
      { 'OEBPS/livro.opf': `<!DOCTYPE package [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${packageDocument()}` },
      '“OEBPS/livro.opf” define entidades XML, o que não é aceito.',
    ))

  it('has unbounded nesting in its package', () =>
    refused(
      { 'OEBPS/livro.opf': packageDocument({ metadata: nested(20_000) }) },
      '“OEBPS/livro.opf” não é um documento XML válido.',
    ))

  it('has unbounded nesting in a chapter', () =>
    refused({ 'OEBPS/c1.xhtml': page(nested(20_000)) }, '“OEBPS/c1.xhtml” tem elementos aninhados demais.'))

  it('has an element with hundreds of attributes', () => {
    const attributes = Array.from({ length: 300 }, (_, index) => `data-a${index}="x"`).join(' ')

    return refused(
      { 'OEBPS/c1.xhtml': page(`<p ${attributes}>x</p>`) },
      '“OEBPS/c1.xhtml” tem um elemento com atributos demais.',
    )
  })

  it('has an XML document of more than 8 MiB', async () => {
    const noise = randomBytes(4.1 * 1024 * 1024).toString('hex')

    await refused(
      { 'OEBPS/livro.opf': packageDocument({ metadata: noise }) },
      'O item “OEBPS/livro.opf” passa de 8 MiB.',
    )
  })
})

describe('a hostile zip', () => {
  it('is refused when it is a bomb', () =>
    refused(
      { 'OEBPS/bomba.bin': Buffer.alloc(20 * 1024 * 1024) },
      'O item “OEBPS/bomba.bin” cresce demais ao ser descompactado, como numa bomba de descompressão.',
    ))

  it('is refused when two of its files overlap', async () => {
    const bytes = await readFile(await writeBook())
    const first = bytes.readUInt32LE(bytes.lastIndexOf('OEBPS/c1.xhtml') - 46 + 42)
    bytes.writeUInt32LE(first, bytes.lastIndexOf('OEBPS/c2.xhtml') - 46 + 42)

    await refusedBytes(bytes, 'O arquivo tem itens que ocupam o mesmo lugar, como numa bomba de descompressão.')
  })

  it('is refused when it is a bomb of many small files', () => {
    const bombs = Array.from({ length: 60 }, (_, index) => [`OEBPS/b${index}.bin`, Buffer.alloc(1_000_000)])

    return refused(
      Object.fromEntries(bombs),
      'O conteúdo do arquivo cresce demais ao ser descompactado, como numa bomba de descompressão.',
    )
  })

  it('is refused when a path leaves the folder', async () => {
    const zip = await patched('OEBPS/c2.xhtml', '../../c2.xhtml')

    await refusedFile(zip, 'O arquivo tem um item cujo caminho sai da pasta do livro.')
  })

  it('is refused when it holds a symbolic link', async () => {
    const bytes = await readFile(await writeBook())
    const header = bytes.lastIndexOf('OEBPS/c2.xhtml') - 46
    bytes.writeUInt32LE((0xa1ff << 16) >>> 0, header + 38)

    await refusedBytes(bytes, 'O arquivo tem um atalho (link simbólico) no lugar de “OEBPS/c2.xhtml”.')
  })

  it('is refused when two names differ only in case', () =>
    refused({ 'OEBPS/C1.xhtml': 'x' }, 'O arquivo tem dois itens com o mesmo nome: “OEBPS/C1.xhtml”.'))

  it('is refused when two names are equal', async () => {
    await refusedFile(
      await patched('OEBPS/c2.xhtml', 'OEBPS/c1.xhtml'),
      'O arquivo tem dois itens com o mesmo nome: “OEBPS/c1.xhtml”.',
    )
  })

  it('is refused when a size is false', async () => {
    const bytes = await readFile(await writeBook())
    const header = bytes.lastIndexOf('OEBPS/c2.xhtml') - 46
    bytes.writeUInt32LE(bytes.readUInt32LE(header + 24) - 5, header + 24)

    await refusedBytes(bytes, 'O arquivo está danificado ou incompleto.')
  })

  it('is refused when a checksum is wrong', async () => {
    const bytes = await readFile(await writeBook())
    const header = bytes.lastIndexOf('OEBPS/c2.xhtml') - 46
    bytes.writeUInt32LE(1234, header + 16)

    await refusedBytes(bytes, 'O arquivo está danificado ou incompleto.')
  })

  it('is refused when it is truncated', async () => {
    const bytes = await readFile(await writeBook())

    await refusedBytes(bytes.subarray(0, bytes.length - 300), 'O arquivo está danificado ou incompleto.')
  })

  it('is refused when a file in it has a password', async () => {
    const bytes = await readFile(await writeBook())
    const header = bytes.lastIndexOf('OEBPS/c2.xhtml') - 46
    bytes.writeUInt16LE(bytes.readUInt16LE(header + 8) | 1, header + 8)

    await refusedBytes(bytes, 'O arquivo está protegido por senha.')
  })

  it('is refused when it holds more than 20,000 files', async () => {
    const bytes = await readFile(await writeBook())
    const endOfDirectory = bytes.length - 22
    bytes.writeUInt16LE(20_001, endOfDirectory + 8)
    bytes.writeUInt16LE(20_001, endOfDirectory + 10)

    await refusedBytes(bytes, 'O arquivo tem mais de 20.000 itens, o que não é um livro.')
  })
})

describe('a zip with endless names', () => {
  it('is refused before they exhaust the memory', () => {
    const names = Array.from({ length: 200 }, (_, index) => [`${index}/${'a'.repeat(60_000)}`, ''])

    return refused(Object.fromEntries(names), 'Os nomes dos itens do arquivo são longos demais.')
  })
})

describe('a file that is not a book', () => {
  const cases: [name: string, content: string | Buffer, sentence: string][] = [
    ['empty', '', 'O arquivo está vazio.'],
    ['a PDF', '%PDF-1.7\n', 'O arquivo é um PDF, e não um EPUB nem um áudio MP3, M4B ou M4A.'],
    ['text', 'Era uma vez.', 'O arquivo é um texto, e não um EPUB nem um áudio MP3, M4B ou M4A.'],
    [
      'a picture',
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      'O arquivo é uma imagem, e não um EPUB nem um áudio MP3, M4B ou M4A.',
    ],
    [
      'bytes of no known format',
      Buffer.from([0x4a, 0x00, 0x17, 0xfe]),
      'O arquivo não é um áudio MP3, M4B ou M4A, nem um EPUB.',
    ],
  ]
  for (const [name, content, sentence] of cases) {
    it(`is refused by its format: ${name}`, () => refusedBytes(Buffer.from(content), sentence))
  }

  it('is refused by its format: a Word document', async () => {
    const zip = await writeZip({ 'word/document.xml': '<x/>' })

    await refusedFile(zip, 'O arquivo é um documento do Word, e não um EPUB.')
  })
})

describe('openPublicationFile', () => {
  it('recognises a book by its bytes and not its name, and extracts it in a worker thread', async () => {
    const folder = await temporaryFolder()
    const misnamed = join(folder, 'livro.mp3')
    await symlink(await writeBook(), misnamed)
    const progress: number[] = []

    const publication = await openPublicationFile(misnamed)
    const { manifest } = await publication.extractTo(await temporaryFolder(), {
      onProgress: (done) => progress.push(done),
    })

    assert.equal(publication.type, 'ebook')
    assert.match(publication.contentHash, /^[0-9a-f]{64}$/)
    assert.equal(manifest.metadata.title, 'O livro de teste')
    assert.equal(progress.at(-1), 1)
  })

  it('throws the same refusal across the thread', async () => {
    const publication = await openPublicationFile(await writeBook({ 'OEBPS/c2.xhtml': undefined }))

    await assert.rejects(publication.extractTo(await temporaryFolder()), (error) => error instanceof Refusal)
  })

  it('refuses a slow book in time, and aborts at once, while the thread is busy', async () => {
    const busy = await openPublicationFile(await writeBook(slowChapters()))
    const stop = new AbortController()

    await assert.rejects(busy.extractTo(await temporaryFolder(), { limitMs: 300 }), {
      name: 'Refusal',
      message: 'O livro demorou demais para ser lido.',
    })
    setTimeout(() => stop.abort(), 300)
    await assert.rejects(busy.extractTo(await temporaryFolder(), { signal: stop.signal }), { name: 'AbortError' })
  })

  it('stops when aborted', async () => {
    const publication = await openPublicationFile(await writeBook())
    const stop = new AbortController()

    const extraction = publication.extractTo(await temporaryFolder(), { signal: stop.signal })
    stop.abort()

    await assert.rejects(extraction, { name: 'AbortError' })
  })
})

/** Nests elements that all differ, so that the text does not compress like a bomb. */
function nested(depth: number) {
  const ids = Array.from({ length: depth }, () => randomBytes(8).toString('hex'))
  return `${ids.map((id) => `<div id="x${id}">`).join('')}${'</div>'.repeat(depth)}`
}

async function refused(changes: EpubFiles, sentence: string) {
  await refusedFile(await writeBook(changes), sentence)
}

async function refusedBytes(bytes: Uint8Array, sentence: string) {
  const file = join(await temporaryFolder(), 'livro.epub')
  await writeFile(file, bytes)
  await refusedFile(file, sentence)
}

async function refusedFile(file: string, sentence: string) {
  const attempt = async () => {
    await openPublicationFile(file)
    await extractEpub(file, await temporaryFolder(), () => {})
  }
  await assert.rejects(attempt, (error) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.message, sentence)
    return true
  })
}

/** Replaces a name by another of the same length, in both of the zip's directories. */
async function patched(from: string, to: string) {
  assert.equal(from.length, to.length)
  const bytes = await readFile(await writeBook())
  const text = bytes
    .toString('latin1')
    .replaceAll(`${from}`, (name, at: number) => (bytes[at - 30] === 0x50 || bytes[at - 46] === 0x50 ? to : name))
  const file = join(await temporaryFolder(), 'livro.epub')
  await writeFile(file, Buffer.from(text, 'latin1'))
  return file
}
