import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Link } from '@estante/contract/manifest.ts'
import { ENDLESS_TITLE, PNG, packageDocument, page, scrambled } from '../fixtures/epub/build-epub.ts'
import { extractBook, extractChapter } from '../fixtures/epub/extract.ts'
import { Refusal } from '../refusal.ts'

describe('an imported EPUB', () => {
  it('keeps its title, people, language and dates', async () => {
    const metadata = `
      <dc:title id="sub">Uma história</dc:title><meta refines="#sub" property="title-type">subtitle</meta>
      <dc:creator id="n">Nara Narradora</dc:creator><meta refines="#n" property="role">nrt</meta>
      <dc:contributor opf:role="trl">Tito Tradutor</dc:contributor>
      <dc:publisher>Casa</dc:publisher><dc:date>2020-05-17T00:00:00Z</dc:date>
      <dc:subject>Ficção</dc:subject><dc:description>&lt;p&gt;Um &lt;b&gt;conto&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;E fim.&lt;/p&gt;</dc:description>
      <meta property="schema:accessibilityFeature">alternativeText</meta>`

    const { manifest } = await extractBook({ 'OEBPS/livro.opf': packageDocument({ metadata }) })

    assert.deepEqual(manifest.metadata, {
      '@type': 'http://schema.org/Book',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      title: 'O livro de teste',
      subtitle: 'Uma história',
      identifier: 'urn:uuid:12345678-1234-1234-1234-123456789abc',
      author: ['Ana Autora'],
      narrator: ['Nara Narradora'],
      translator: ['Tito Tradutor'],
      publisher: 'Casa',
      language: ['pt-BR'],
      published: '2020-05-17',
      description: 'Um conto.\nE fim.',
      subject: ['Ficção'],
      readingProgression: 'ltr',
      layout: 'reflowable',
      accessibility: { feature: ['alternativeText'] },
      numberOfPositions: 2,
    })
  })

  it('has no date in the year that Calibre writes for an unknown one', async () => {
    const metadata = '<dc:date>0101-01-01T00:00:00+00:00</dc:date>'

    const { manifest } = await extractBook({ 'OEBPS/livro.opf': packageDocument({ metadata }) })

    assert.equal(manifest.metadata.published, undefined)
  })

  it('keeps its accessibility metadata, with the certifier of the right claim', async () => {
    const metadata = `
      <meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta>
      <meta property="schema:accessModeSufficient">textual, visual</meta><meta property="schema:accessModeSufficient">textual</meta>
      <meta property="schema:accessibilityFeature">alternativeText</meta><meta property="schema:accessibilityHazard">none</meta>
      <meta property="schema:accessibilitySummary" xml:lang="en">It reads well.</meta><meta property="a11y:exemption">eaa-microenterprise</meta>
      <meta property="dcterms:conformsTo">Outra norma</meta>
      <meta property="dcterms:conformsTo" id="claim">EPUB Accessibility 1.1 - WCAG 2.1 Level AA</meta>
      <meta property="a11y:certifiedBy" refines="#titulo">Ninguém</meta>
      <meta property="a11y:certifiedBy" refines="#claim" id="certifier">Casa da Leitura</meta>
      <meta property="a11y:certifierCredential" refines="#certifier">Leitura para todos</meta>
      <link rel="a11y:certifierReport" refines="#certifier" href="https://example.com/relatorio"/>
      <meta property="dcterms:date">1999-01-01</meta><meta property="dcterms:date" refines="#certifier">2026-03-15</meta>`

    const { manifest } = await extractBook({ 'OEBPS/livro.opf': packageDocument({ metadata }) })

    assert.deepEqual(manifest.metadata.accessibility, {
      summary: 'It reads well.',
      summaryLanguage: 'en',
      conformsTo: ['https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'],
      certification: {
        certifiedBy: 'Casa da Leitura',
        credential: 'Leitura para todos',
        report: 'https://example.com/relatorio',
        date: '2026-03-15',
      },
      feature: ['alternativeText'],
      accessMode: ['textual', 'visual'],
      accessModeSufficient: [['textual', 'visual'], ['textual']],
      hazard: ['none'],
      exemption: ['eaa-microenterprise'],
    })
  })

  it('keeps its series and number, in the syntax of any version', async () => {
    const collection = `<meta property="belongs-to-collection" id="c">Crônicas do vento</meta><meta refines="#c" property="collection-type">series</meta>
      <meta refines="#c" property="group-position">2</meta><meta property="belongs-to-collection" id="s">Caixa de natal</meta><meta refines="#s" property="collection-type">set</meta>`
    const calibre = '<meta name="calibre:series" content="Diários"/><meta name="calibre:series_index" content="1.5"/>'

    const [three, two] = await Promise.all(
      [collection, calibre].map((metadata) => extractBook({ 'OEBPS/livro.opf': packageDocument({ metadata }) })),
    )

    assert.deepEqual(three?.manifest.metadata.belongsTo, { series: [{ name: 'Crônicas do vento', position: 2 }] })
    assert.deepEqual(two?.manifest.metadata.belongsTo, { series: [{ name: 'Diários', position: 1.5 }] })
  })

  it('has long texts cut, and reports it', async () => {
    const long = Array.from({ length: 20_000 }, (_, index) => scrambled(index)).join('')
    const people = Array.from({ length: 200 }, (_, index) => `<dc:creator>Pessoa ${index}</dc:creator>`).join('')
    const opf = packageDocument({
      metadata: `${people}<dc:description>${long}</dc:description><dc:language>${long}</dc:language><dc:subject>${long}</dc:subject>`,
    })
      .replace('O livro de teste', ENDLESS_TITLE)
      .replace(/urn:uuid:[\w-]+/, long)
    const nav = page(`<nav epub:type="toc"><ol><li><a href="c1.xhtml#${long}">${long}</a></li></ol></nav>`)

    const { manifest, removed, chapter } = await extractChapter(page('<p>x</p>').replace('Capítulo', ''), {
      'OEBPS/livro.opf': opf,
      'OEBPS/nav.xhtml': nav,
    })

    const { metadata, toc } = manifest
    assert.match(metadata.title, /^.{500,511}…$/su)
    assert.deepEqual(metadata.language, ['pt-BR'])
    assert.deepEqual([metadata.author.length, metadata.identifier!.length], [50, 512])
    assert.deepEqual([metadata.description!.length, metadata.subject![0]!.length], [8000, 256])
    assert.deepEqual([toc[0]!.href, toc[0]!.title!.length], ['OEBPS/c1.xhtml', 512])
    assert.ok(chapter.length < 2000 && JSON.stringify(manifest).length < 30_000)
    assert.deepEqual(removed, ['9 textos longos demais cortados'])
  })

  it('has texts without bidirectional overrides and control characters', async () => {
    const hostile = (text: string) => `\u202e${text}\u2066\u0085&#x2028;`
    const opf = packageDocument({
      metadata: `<dc:description>${hostile('Um.')}Dois.</dc:description><dc:publisher>${hostile('Casa')}</dc:publisher>
        <dc:subject>${hostile('Mar')}</dc:subject><dc:contributor opf:role="nrt">${hostile('Rui')}</dc:contributor>
        <dc:creator>\u202e\u2066</dc:creator><meta property="schema:accessibilitySummary">${hostile('Lido')}</meta>`,
    })
      .replace('O livro de teste', hostile('gpj.exe'))
      .replace('Ana Autora', hostile('Ana'))
      .replace(/urn:uuid:[\w-]+/, hostile('id'))
    const nav = page(
      `<nav epub:type="toc"><ol><li><a href="c1.xhtml">${hostile('Um')}</a><ol><li><a href="c2.xhtml">\u202e</a></li></ol></li></ol></nav>`,
    )

    const { manifest } = await extractBook({ 'OEBPS/livro.opf': opf, 'OEBPS/nav.xhtml': nav })

    const { metadata, toc, readingOrder } = manifest
    assert.deepEqual([metadata.title, metadata.author, metadata.narrator], ['gpj.exe', ['Ana'], ['Rui']])
    assert.deepEqual([metadata.description, metadata.publisher, metadata.subject], ['Um.\n Dois.', 'Casa', ['Mar']])
    assert.deepEqual([toc[0]!.title, toc[0]!.children![0]!.title, readingOrder[0]!.title], ['Um', '—', 'Um'])
    assert.doesNotMatch(JSON.stringify(manifest), /[\p{Cc}\u2028-\u202e\u2066-\u2069]|\\u00/u)
  })

  it('is refused in a sentence without bidirectional overrides', async () => {
    const opf = packageDocument({
      manifest: '<item id="c3" href="%E2%80%AEgpj.xhtml" media-type="application/xhtml+xml"/>',
    })

    await assert.rejects(
      extractBook({ 'OEBPS/livro.opf': opf.replace('idref="c2"', 'idref="c3"') }),
      new Refusal('O capítulo “OEBPS/gpj.xhtml” não está no arquivo.'),
    )
  })

  it('follows the order of its spine, each chapter titled as in the contents', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument({ spine: '<itemref idref="c2"/><itemref idref="c1"/>' }),
    })

    assert.deepEqual(
      manifest.readingOrder.map(({ href, title, type }) => ({ href, title, type })),
      [
        { href: 'OEBPS/c2.xhtml', title: 'Dois', type: 'application/xhtml+xml' },
        { href: 'OEBPS/c1.xhtml', title: 'Um', type: 'application/xhtml+xml' },
      ],
    )
  })

  it('has a position for each 1,024 bytes of a chapter', async () => {
    const { manifest, chapter } = await extractChapter(page(`<p>${'a'.repeat(5000)}</p>`))

    const [first, second] = manifest.readingOrder.map(({ properties }) => properties!)
    assert.equal(first!.bytes, Buffer.byteLength(chapter))
    assert.deepEqual([first!.positions, second!.positions], [6, 1])
    assert.equal(manifest.metadata.numberOfPositions, 7)
  })

  it('has nested contents with lengths in letters; a heading without a link links to its first entry', async () => {
    const nav = page(`<nav epub:type="toc"><ol>
      <li><span>Parte&nbsp;I</span><ol><li><a href="c1.xhtml#a">Um</a></li><li><a href="falta.xhtml">Falta</a></li></ol></li>
      <li><a href="c2.xhtml">Dois<br/>irmãos</a></li></ol></nav>`)

    const { manifest } = await extractBook({ 'OEBPS/nav.xhtml': nav })

    assert.deepEqual(manifest.toc, [
      {
        href: 'OEBPS/c1.xhtml#a',
        title: 'Parte I',
        properties: { letter: 0, letters: 14 },
        children: [{ href: 'OEBPS/c1.xhtml#a', title: 'Um', properties: { letter: 0, letters: 14 } }],
      },
      { href: 'OEBPS/c2.xhtml', title: 'Dois irmãos', properties: { letter: 0, letters: 8 } },
    ])
    assert.deepEqual(
      manifest.readingOrder.map(({ properties }) => properties!.letters),
      [14, 8],
    )
  })

  it('has the length of each part of a chapter that the contents link to', async () => {
    const nav =
      page(`<nav epub:type="toc"><ol><li><a href="c1.xhtml#a">A</a><ol><li><a href="c1.xhtml#b%20c">B</a></li></ol></li>
      <li><a href="c1.xhtml#d">D</a></li><li><a href="c1.xhtml#a">De novo</a></li></ol></nav>`)
    const chapter = page('<p>xx</p><h1 id="a">Aaa</h1><h2 id="b c">Bbbb</h2><h1 id="d">D</h1>')

    const { manifest } = await extractBook({ 'OEBPS/nav.xhtml': nav, 'OEBPS/c1.xhtml': chapter })

    const [a, d, again] = manifest.toc
    assert.deepEqual(a!.properties, { letter: 2, letters: 7 })
    assert.deepEqual(a!.children![0]!.properties, { letter: 5, letters: 4 })
    // An entry that points backwards extends to the end of the book.
    assert.deepEqual([d!.properties, again!.properties], [{ letter: 9 }, { letter: 2, letters: 16 }])
  })

  it('has the page list of the printed edition, with letter offsets, and the landmarks', async () => {
    const nav =
      page(`<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c2.xhtml">Início</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="c1.xhtml#p7">vii</a></li><li><a href="c2.xhtml">8</a></li><li><a href="falta.xhtml">9</a></li></ol></nav>
      <nav><ol><li><a href="c1.xhtml">Um</a></li></ol></nav>`)
    const chapter = page('<p>Antes.</p><span id="p7" epub:type="pagebreak"/><p>Depois.</p>')

    const { manifest } = await extractBook({ 'OEBPS/nav.xhtml': nav, 'OEBPS/c1.xhtml': chapter })

    assert.deepEqual(manifest.pageList, [
      { href: 'OEBPS/c1.xhtml#p7', title: 'vii', properties: { letter: 6 } },
      { href: 'OEBPS/c2.xhtml', title: '8', properties: { letter: 0 } },
    ])
    assert.deepEqual(manifest.landmarks, [
      { href: 'OEBPS/c2.xhtml', title: 'Início', properties: { role: 'bodymatter', letter: 0 } },
    ])
    assert.deepEqual(titled(manifest.toc), [{ href: 'OEBPS/c1.xhtml', title: 'Um' }])
  })

  it('has the page list and the guide of an EPUB 2', async () => {
    const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/><pageList><navLabel><text>Páginas</text></navLabel>
      <pageTarget type="normal" value="3"><navLabel><text>3</text></navLabel><content src="c2.xhtml#p"/></pageTarget></pageList></ncx>`
    const opf = packageDocument({
      manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
      spineAttributes: 'toc="ncx"',
      guide:
        '<guide><reference type="text" title="Texto" href="c2.xhtml"/><reference type="x y" title="?" href="c2.xhtml"/></guide>',
    })

    const { manifest } = await extractBook({
      'OEBPS/livro.opf': opf,
      'OEBPS/toc.ncx': ncx,
      'OEBPS/c2.xhtml': page('<p>Dois<b id="p"/></p>'),
    })

    assert.deepEqual(manifest.pageList, [{ href: 'OEBPS/c2.xhtml#p', title: '3', properties: { letter: 4 } }])
    assert.deepEqual(manifest.landmarks, [
      { href: 'OEBPS/c2.xhtml', title: 'Texto', properties: { role: 'bodymatter', letter: 0 } },
    ])
  })

  it('may be an EPUB 2 with its own prefixes and contents outside the package’s folder', async () => {
    const opf = `<opf:package xmlns:opf="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i">
      <opf:metadata xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>Antigo</d:title><d:identifier id="i">x</d:identifier>
        <d:creator opf:role="aut">Ana</d:creator><opf:meta name="cover" content="capa"/></opf:metadata>
      <opf:manifest><opf:item id="ncx" href="../toc.ncx" media-type="application/x-dtbncx+xml"/>
        <opf:item id="capa" href="imagens/frente.png" media-type="image/png"/>
        <opf:item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/></opf:manifest>
      <opf:spine toc="ncx"><opf:itemref idref="c1"/></opf:spine></opf:package>`
    const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Início</text></navLabel>
      <content src="OEBPS/c1.xhtml"/></navPoint></navMap></ncx>`

    const { manifest, cover } = await extractBook({
      'OEBPS/livro.opf': opf,
      'toc.ncx': ncx,
      'OEBPS/imagens/frente.png': PNG,
      'OEBPS/nav.xhtml': undefined,
    })

    assert.equal(manifest.metadata.title, 'Antigo')
    assert.deepEqual(titled(manifest.toc), [{ href: 'OEBPS/c1.xhtml', title: 'Início' }])
    assert.deepEqual(Buffer.from(cover!), PNG)
  })

  it('has its chapters as contents when it has no navigation', async () => {
    const { manifest } = await extractBook({ 'OEBPS/nav.xhtml': page('<p>nada</p>') })

    assert.deepEqual(titled(manifest.toc), [
      { href: 'OEBPS/c1.xhtml', title: 'Capítulo' },
      { href: 'OEBPS/c2.xhtml', title: 'Capítulo' },
    ])
  })

  it('has linked non-linear pages at the end, and no unlinked ones', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: `<item id="nota" href="nota.xhtml" media-type="application/xhtml+xml"/>
          <item id="solta" href="solta.xhtml" media-type="application/xhtml+xml"/>`,
        spine: `<itemref idref="c1"/><itemref idref="nota" linear="no"/><itemref idref="solta" linear="no"/><itemref idref="c2"/>`,
      }),
      'OEBPS/c1.xhtml': page('<p><a href="nota.xhtml">1</a></p>'),
      'OEBPS/nota.xhtml': page('<p>Nota.</p>'),
      'OEBPS/solta.xhtml': page('<p>Solta.</p>'),
    })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/c1.xhtml', 'OEBPS/c2.xhtml', 'OEBPS/nota.xhtml'])
    assert.deepEqual(hrefs(manifest.resources), ['OEBPS/solta.xhtml'])
  })

  it('declares fixed layout, right-to-left progression, and the sides of pages that may face each other', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        metadata: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">none</meta>',
        spineAttributes: 'page-progression-direction="rtl"',
        spine:
          '<itemref idref="c1" properties="rendition:page-spread-right rendition:spread-auto"/><itemref idref="c2" properties="page-spread-left"/>',
      }),
      'OEBPS/c1.xhtml': page('<p>x</p>', '<meta name="viewport" content="width=600, height=800"/>'),
    })

    assert.equal(manifest.metadata.layout, 'fixed')
    assert.equal(manifest.metadata.readingProgression, 'rtl')
    assert.deepEqual(
      manifest.readingOrder.map(({ properties }) => properties?.page),
      ['right', 'center'],
    )
  })

  it('declares chapters whose layout differs from the book’s', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        metadata: '<meta property="rendition:layout">pre-paginated</meta>',
        spine: '<itemref idref="c1" properties="rendition:layout-reflowable"/><itemref idref="c2"/>',
      }),
    })

    assert.deepEqual(
      manifest.readingOrder.map(({ properties }) => properties?.layout),
      ['reflowable', undefined],
    )
  })

  it('gives a fixed drawing its size, also where the package writes its name in other letters', async () => {
    const { read } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: '<item id="mapa" href="mapa.svg" media-type="image/svg+xml"/>',
        spine: '<itemref idref="c1"/><itemref idref="mapa" properties="rendition:layout-pre-paginated"/>',
      }),
      'OEBPS/Mapa.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"/>',
    })

    assert.match(await read('OEBPS/Mapa.xhtml'), /<meta name="viewport" content="width=600, height=800"/)
  })

  it('declares chapters to be scrolled', async () => {
    const flows = async (flow: string, ...chapters: string[]) => {
      const spine = chapters.map((one, index) => `<itemref idref="c${index + 1}" properties="${one}"/>`).join('')
      const metadata = `<meta property="rendition:flow">${flow}</meta>`
      const { manifest } = await extractBook({ 'OEBPS/livro.opf': packageDocument({ metadata, spine }) })
      return [manifest.metadata.overflow, ...manifest.readingOrder.map(({ properties }) => properties?.overflow)]
    }

    assert.deepEqual(await flows('scrolled-doc', '', 'rendition:flow-auto'), ['scrolled', undefined, 'paginated'])
    assert.deepEqual(await flows('scrolled-continuous', 'rendition:flow-scrolled-doc'), ['scrolled', undefined])
    assert.deepEqual(await flows('paginated', '', 'rendition:flow-scrolled-doc'), [undefined, undefined, 'scrolled'])
  })

  it('uses a readable fallback for a chapter of a foreign type', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: '<item id="x" href="x.bin" media-type="application/x-demo" fallback="c1"/>',
        spine: '<itemref idref="x"/>',
      }),
      'OEBPS/x.bin': 'x',
    })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/c1.xhtml'])
  })

  it('uses the fallback of a scripted chapter, also for links to it', async () => {
    const { manifest, read } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest:
          '<item id="x" href="x.xhtml" media-type="application/xhtml+xml" properties="scripted" fallback="c1"/>',
        spine: '<itemref idref="x"/><itemref idref="c2"/>',
      }),
      'OEBPS/nav.xhtml': page('<nav epub:type="toc"><ol><li><a href="x.xhtml">Um</a></li></ol></nav>'),
      'OEBPS/x.xhtml': page('<p>Ligue o JavaScript.</p>'),
      'OEBPS/c2.xhtml': page('<a href="x.xhtml#a">antes</a>'),
    })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/c1.xhtml', 'OEBPS/c2.xhtml'])
    assert.deepEqual(titled(manifest.toc), [{ href: 'OEBPS/c1.xhtml', title: 'Um' }])
    assert.match(await read('OEBPS/c2.xhtml'), /<a href="c1\.xhtml#a">antes/)
  })

  it('uses a scripted chapter that has no fallback', async () => {
    const scripted = 'media-type="application/xhtml+xml" properties="scripted" fallback="none"'
    const opf = packageDocument().replace(
      'href="c1.xhtml" media-type="application/xhtml+xml"',
      `href="c1.xhtml" ${scripted}`,
    )

    const { manifest } = await extractBook({ 'OEBPS/livro.opf': opf })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/c1.xhtml', 'OEBPS/c2.xhtml'])
  })

  it('uses the fallback page of a missing picture', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: '<item id="p" href="p.png" media-type="image/png" fallback="c1"/>',
        spine: '<itemref idref="p"/>',
      }),
    })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/c1.xhtml'])
  })

  it('shows a picture of its spine instead of its fallback page, whose text becomes the alternative text', async () => {
    const { manifest, read } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: '<item id="p" href="p.png" media-type="image/png" fallback="c1"/>',
        spine: '<itemref idref="p"/>',
      }),
      'OEBPS/c1.xhtml': page('<p>Uma <b>torta</b> no chão.</p>'),
      'OEBPS/p.png': PNG,
    })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/p.xhtml'])
    assert.match(await read('OEBPS/p.xhtml'), /<img src="p\.png" alt="Uma torta no chão\."\/>/)
  })

  it('uses the first supported picture among fallbacks', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: `<item id="x" href="x.psd" media-type="image/vnd.adobe.photoshop" fallback="p"/>
          <item id="p" href="p.png" media-type="image/png"/>`,
        spine: '<itemref idref="x"/>',
      }),
      'OEBPS/x.psd': '8BPS',
      'OEBPS/p.png': PNG,
    })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/p.xhtml'])
  })

  it('keeps a chapter that the package also lists as its contents or with another type', async () => {
    const asContents = packageDocument({ spineAttributes: 'toc="c1"' })
    const listedAgain = packageDocument({ manifest: '<item id="x" href="c1.xhtml" media-type="image/png"/>' })

    for (const opf of [asContents, listedAgain]) {
      const { manifest } = await extractBook({ 'OEBPS/livro.opf': opf })
      assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/c1.xhtml', 'OEBPS/c2.xhtml'])
      assert.equal(manifest.toc.length, 2)
    }
  })

  it('may have spaces around ids and namespaces', async () => {
    const opf = packageDocument({
      metadata: '<dc:creator id=" n ">Nara</dc:creator><meta refines=" #n " property=" role ">nrt</meta>',
      spine: '<itemref idref=" c1"/><itemref idref="c2 "/>',
    })
    const spaced = opf
      .replace('id="c1"', 'id="\n c1 "')
      .replace('identifier id="id"', 'identifier id=" id "')
      .replace('xmlns:dc="', 'xmlns:dc=" ')

    const { manifest } = await extractBook({ 'OEBPS/livro.opf': spaced })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/c1.xhtml', 'OEBPS/c2.xhtml'])
    assert.deepEqual(manifest.metadata.narrator, ['Nara'])
    assert.equal(manifest.metadata.identifier, 'urn:uuid:12345678-1234-1234-1234-123456789abc')
  })

  it('may omit the declarations of usual prefixes', async () => {
    const { manifest } = await extractBook({
      'OEBPS/livro.opf': packageDocument().replace(/ xmlns:(dc|opf)="[^"]+"/g, ''),
      'OEBPS/nav.xhtml': page(
        '<nav epub:type="landmarks"><ol><li><a href="c2.xhtml">x</a></li></ol></nav><nav epub:type="toc"><ol><li><a href="c1.xhtml">Um</a></li></ol></nav>',
      ).replace(/ xmlns:epub="[^"]+"/, ''),
    })

    assert.equal(manifest.metadata.title, 'O livro de teste')
    assert.deepEqual(titled(manifest.toc), [{ href: 'OEBPS/c1.xhtml', title: 'Um' }])
  })

  it('shows a drawing or a picture of its spine as a page', async () => {
    const { manifest, read } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest:
          '<item id="d" href="d.svg" media-type="image/svg+xml"/><item id="p" href="p.png" media-type="image/png"/>',
        spine: '<itemref idref="d"/><itemref idref="p"/>',
      }),
      'OEBPS/d.svg': '<?xml-stylesheet href="d.css"?><svg xmlns="http://www.w3.org/2000/svg"><text>Oi</text></svg>',
      'OEBPS/d.css': 'text{fill:red}',
      'OEBPS/p.png': PNG,
    })

    assert.deepEqual(hrefs(manifest.readingOrder), ['OEBPS/d.xhtml', 'OEBPS/p.xhtml'])
    // A picture counts as sixty letters; the text of a drawing counts like a chapter's.
    assert.deepEqual(
      manifest.readingOrder.map(({ properties }) => properties?.letters),
      [62, 60],
    )
    assert.match(
      await read('OEBPS/d.xhtml'),
      /href="d\.css"\/>.*<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"><text>Oi/s,
    )
    assert.match(await read('OEBPS/p.xhtml'), /<img src="p\.png" alt=""\/>/)
  })

  it('shows the fallback of a picture that some browsers do not support', async () => {
    const { read, removed } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: `<item id="x" href="x.psd" media-type="image/vnd.adobe.photoshop" fallback="y"/>
          <item id="y" href="y.jxl" media-type="image/jxl" fallback="p"/><item id="z" href="z.jxl" media-type="image/jxl"/>
          <item id="p" href="p.png" media-type="image/png"/>`,
      }),
      'OEBPS/c1.xhtml': page('<img src="x.psd" alt="x"/><img src="y.jxl" alt="y"/><img src="z.jxl" alt="z"/>'),
      'OEBPS/x.psd': '8BPS',
      'OEBPS/y.jxl': JXL,
      'OEBPS/z.jxl': JXL,
      'OEBPS/p.png': PNG,
    })

    const [, ...sources] = (await read('OEBPS/c1.xhtml')).split('<img ')
    assert.deepEqual(
      sources.map((source) => source.split('"')[1]),
      ['p.png', 'p.png', 'z.jxl'],
    )
    assert.deepEqual(removed, ['1 arquivo de tipo não aceito ignorado'])
  })

  it('has no file outside its manifest', async () => {
    const { manifest, read, removed } = await extractBook({
      'OEBPS/c1.xhtml': page('<img src="../fora.png" alt="vermelho"/><img src="../falta.png" alt=""/>'),
      'fora.png': PNG,
      'fora.xhtml': page('<p>Fora</p>'),
    })

    assert.deepEqual(manifest.resources, [])
    assert.match(await read('OEBPS/c1.xhtml'), /<body>vermelho<\/body>/)
    assert.deepEqual(removed, ['1 arquivo fora da lista do pacote ignorado', '1 recurso que falta no arquivo ignorado'])
  })

  it('deobfuscates fonts, by EPUB’s method and Adobe’s', async () => {
    const font = Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(3000, 7)])
    const identifier = 'urn:uuid:12345678-1234-1234-1234-123456789abc'
    const idpf = mask(font, createHash('sha1').update(identifier).digest(), 1040)
    const adobe = mask(font, Buffer.from('12345678123412341234123456789abc', 'hex'), 1024)

    const { manifest, read } = await extractBook({
      'META-INF/encryption.xml': encryption({
        'OEBPS/a.otf': 'http://www.idpf.org/2008/embedding',
        'OEBPS/b.otf': 'http://ns.adobe.com/pdf/enc#RC',
      }),
      'OEBPS/a.otf': idpf,
      'OEBPS/b.otf': adobe,
    })

    assert.deepEqual(hrefs(manifest.resources), ['OEBPS/a.otf', 'OEBPS/b.otf'])
    assert.equal(await read('OEBPS/a.otf'), font.toString())
    assert.equal(await read('OEBPS/b.otf'), font.toString())
  })

  it('has the cover that EPUB 3 metadata, a guide or a first page with one picture declares', async () => {
    const png = '<item id="i" href="i.png" media-type="image/png"/>'
    const declared = packageDocument({ manifest: png.replace('/>', ' properties="cover-image"/>') })
    const guided = packageDocument({ manifest: png, guide: '<guide><reference type="cover" href="c1.xhtml"/></guide>' })
    const first = { 'OEBPS/c1.xhtml': page('<img src="i.png" alt=""/>'), 'OEBPS/i.png': PNG }

    const books = await Promise.all(
      [declared, guided, packageDocument({ manifest: png })].map((opf) =>
        extractBook({ ...first, 'OEBPS/livro.opf': opf }),
      ),
    )

    for (const { cover, manifest } of books) {
      assert.deepEqual(Buffer.from(cover!), PNG)
      assert.equal(manifest.resources.find(({ rel }) => rel === 'cover')?.href, 'OEBPS/i.png')
    }
  })

  it('has a unique ASCII address for every file', async () => {
    const { manifest, read } = await extractChapter(
      page('<img src="imagens%20boas/a%C3%A7%C3%A3o.png" alt=""/><img src="imagens-boas/acao.png" alt=""/>'),
      { 'OEBPS/imagens boas/ação.png': PNG, 'OEBPS/imagens-boas/acao.png': PNG },
    )

    assert.deepEqual(hrefs(manifest.resources), ['OEBPS/imagens-boas/acao.png', 'OEBPS/imagens-boas/acao-2.png'])
    assert.match(await read('OEBPS/c1.xhtml'), /src="imagens-boas\/acao\.png".*src="imagens-boas\/acao-2\.png"/)
  })

  it('has files typed by their bytes and not by their names', async () => {
    const { manifest, removed } = await extractBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: `<item id="a" href="a.gif" media-type="image/gif"/><item id="b" href="b.png" media-type="image/png"/>
          <item id="s" href="s.js" media-type="text/javascript"/>`,
      }),
      'OEBPS/a.gif': PNG,
      'OEBPS/b.png': '<html><script>x</script></html>',
      'OEBPS/s.js': 'window.ran=1',
    })

    assert.deepEqual(manifest.resources, [{ href: 'OEBPS/a.png', type: 'image/png' }])
    assert.deepEqual(removed, ['1 trecho de script removido', '1 arquivo de tipo não aceito ignorado'])
  })

  it('may be written in UTF-16 or in the encoding it declares', async () => {
    const utf16 = Buffer.from(`\ufeff${page('<p>coração</p>').replace('UTF-8', 'UTF-16')}`, 'utf16le')
    const latin1 = Buffer.from(page('<p>coração</p>').replace('UTF-8', 'ISO-8859-1'), 'latin1')

    const { read } = await extractBook({ 'OEBPS/c1.xhtml': utf16, 'OEBPS/c2.xhtml': latin1 })

    assert.match(await read('OEBPS/c1.xhtml'), /coração/)
    assert.match(await read('OEBPS/c2.xhtml'), /coração/)
  })

  it('is read as UTF-8 when it declares an unknown encoding, or one that it is not in', async () => {
    const declared = (encoding: string) => page('<p>coração</p>').replace('UTF-8', encoding).padEnd(2000)

    const { read } = await extractBook({
      'OEBPS/c1.xhtml': declared('UTF8-MB4'),
      'OEBPS/c2.xhtml': declared('ISO-2022-JP'),
      'OEBPS/c3.xhtml': declared('UCS-2'),
    })

    for (const chapter of ['c1', 'c2', 'c3']) assert.match(await read(`OEBPS/${chapter}.xhtml`), /coração/)
  })

  it('may be written in UTF-32, with or without a mark', async () => {
    const opf = utf32(`\ufeff${packageDocument().replace('O livro', 'A ação 🙂')}`, 'LE')

    const { manifest, read } = await extractBook({
      'OEBPS/livro.opf': opf,
      'OEBPS/c1.xhtml': utf32(page('<p>coração</p>'), 'BE'),
    })

    assert.equal(manifest.metadata.title, 'A ação 🙂 de teste')
    assert.match(await read('OEBPS/c1.xhtml'), /coração/)
  })
})

function hrefs(links: { href: string }[]) {
  return links.map(({ href }) => href)
}

/** Just enough bytes to be recognised as JPEG XL. */
const JXL = Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1')

function utf32(text: string, order: 'LE' | 'BE'): Buffer {
  const characters = Array.from(text, (character) => character.codePointAt(0)!)
  const bytes = Buffer.alloc(characters.length * 4)
  for (const [index, code] of characters.entries()) bytes[`writeUInt32${order}`](code, index * 4)
  return bytes
}

function mask(font: Buffer, key: Buffer, bytes: number): Buffer {
  return Buffer.from(font.map((byte, index) => (index < bytes ? byte ^ key[index % key.length]! : byte)))
}

function encryption(methods: Record<string, string>): string {
  const data = Object.entries(methods).map(
    ([path, method]) => `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${method}"/><enc:CipherData>
      <enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData>`,
  )
  return `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">${data.join('')}</encryption>`
}

function titled(links: Link[]) {
  return links.map(({ href, title }) => ({ href, title }))
}
