import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { XMLValidator } from 'fast-xml-parser'
import { ATTACKS, attackPage } from '../fixtures/epub/attacks.ts'
import { PNG, page } from '../fixtures/epub/build-epub.ts'
import { extractChapter } from '../fixtures/epub/extract.ts'

describe('a hostile chapter', () => {
  for (const [name, attack] of Object.entries(ATTACKS)) {
    it(`lets nothing of ${name} through to the reader`, async () => {
      const { chapter } = await extractChapter(attackPage(attack))

      assert.equal(XMLValidator.validate(chapter), true)
      const markup = chapter.replace(/xmlns(:epub)?="[^"]*"/g, '')
      assert.doesNotMatch(
        markup,
        /<\w*:?script|<iframe|<object|<embed|<base|<form|<meta|\son\w+=|srcdoc|<\w*:?annotation-xml/i,
      )
      assert.doesNotMatch(markup, /(java|vb)script:|data:|mau\.example|expression\(|position:\s*fixed|@import/i)
      assert.match(chapter, /<body>/)
    })
  }

  it('is reported, one sentence for each category removed', async () => {
    const { removed } = await extractChapter(
      page(`<script>1</script><script>2</script><p onclick="x">a</p><iframe src="x"></iframe><a href="javascript:x">b</a>
        <img src="https://mau.example/x.png" alt=""/><p style="position:fixed">c</p>`),
    )

    assert.deepEqual(removed, [
      '2 trechos de script removidos',
      '1 atributo de evento removido',
      '1 quadro ou objeto incorporado removido',
      '1 link sem destino seguro desativado',
      '1 recurso externo removido',
      '1 regra de estilo insegura removida',
    ])
  })

  it('cannot shadow properties of the document', async () => {
    const { chapter } = await extractChapter(page('<img name="body" src="i.png" alt=""/><a name="n">x</a>'), {
      'OEBPS/i.png': PNG,
    })

    assert.match(chapter, /<body><img src="i.png" alt=""\/><a name="n">x<\/a><\/body>/)
  })
})

describe('a sanitised chapter', () => {
  it('keeps its text, notes, ruby, tables, language and direction', async () => {
    const body = `<section epub:type="chapter" id="s" xml:lang="ja" dir="rtl"><p><a epub:type="noteref" href="#n">1</a> <ruby>漢<rt>かん</rt></ruby></p>
      <table><tbody><tr><td colspan="2">x &amp; y &lt; z</td></tr></tbody></table><aside epub:type="footnote" id="n" role="doc-footnote" aria-label="nota">n</aside></section>`

    const { chapter } = await extractChapter(page(body))

    assert.ok(chapter.includes(body))
    assert.match(chapter, /<html [^>]*xml:lang="pt-BR"/)
  })

  it('keeps formulas and drawings, whatever their prefixes', async () => {
    const { chapter } = await extractChapter(
      page(`<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi mathvariant="bold">x</m:mi></m:math>
        <s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:linearGradient id="g"/><s:rect fill="url(#g)"/></s:svg>`),
    )

    assert.match(
      chapter,
      /<math xmlns="http:\/\/www.w3.org\/1998\/Math\/MathML"><mi mathvariant="bold">x<\/mi><\/math>/,
    )
    assert.match(chapter, /<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 9 9"><linearGradient id="g">/)
    assert.match(chapter, /<rect fill="url\(&quot;#g&quot;\)">/)
  })

  it('writes the brackets and separators of a fenced formula, which MathML Core leaves to the row', async () => {
    const { chapter } = await extractChapter(
      page(`<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>f</mi><mfenced id="p"><mi>x</mi><mi>y</mi></mfenced>
        <mfenced open="{" close="" separators="; |"><mn>1</mn><mn>2</mn><mn>3</mn><mn>4</mn></mfenced>
        <mfenced separators=""><mi>a</mi><mfenced><mi>b</mi></mfenced></mfenced></math>`),
    )

    const fence = (sign: string) => `<mo fence="true">${sign}</mo>`
    const separator = (sign: string) => `<mo separator="true">${sign}</mo>`
    for (const row of [
      `<mrow id="p">${fence('(')}<mi>x</mi>${separator(',')}<mi>y</mi>${fence(')')}</mrow>`,
      `<mrow>${fence('{')}<mn>1</mn>${separator(';')}<mn>2</mn>${separator('|')}<mn>3</mn>${separator('|')}<mn>4</mn></mrow>`,
      `<mrow>${fence('(')}<mi>a</mi><mrow>${fence('(')}<mi>b</mi>${fence(')')}</mrow>${fence(')')}</mrow>`,
    ])
      assert.ok(chapter.includes(row), row)
  })

  it('keeps web and mail links for the host, and resolves inner ones to the extracted files', async () => {
    const { chapter } = await extractChapter(
      page(
        '<a href="https://exemplo.com/?a=1&amp;b">a</a><a href="mailto:a@b.c">b</a><a href="./c2.xhtml?x#fim">c</a><a href="#aqui">d</a>',
      ),
    )

    assert.match(
      chapter,
      /href="https:\/\/exemplo.com\/\?a=1&amp;b".*href="mailto:a@b.c".*href="c2.xhtml#fim".*href="#aqui"/,
    )
  })

  it('is not swallowed by self-closing elements', async () => {
    const { chapter } = await extractChapter(page('<p>um</p><script/><a id="x"/><p>dois</p>', '<title/>'))

    assert.match(chapter, /<p>um<\/p><a id="x"><\/a><p>dois<\/p>/)
  })

  it('is repaired and reported when its tags do not match', async () => {
    const { chapter, removed } = await extractChapter(
      '<html><body><p>um<br>dois<p>três &nbsp;& quatro <b>cinco</p></body>',
    )

    assert.equal(XMLValidator.validate(chapter), true)
    assert.match(chapter, /<p>um<br\/>dois<\/p><p>três \u00a0&amp; quatro <b>cinco<\/b><\/p>/)
    assert.deepEqual(removed, ['1 página malformada consertada'])
  })

  it('is repaired and reported when an element has an invalid name', async () => {
    const { chapter, removed } = await extractChapter(page('<t::t>um</t::t><p>dois</p>'))

    assert.match(chapter, /<body>um<p>dois<\/p><\/body>/)
    assert.deepEqual(removed, ['1 página malformada consertada'])
  })

  it('is parsed as XML, even with megabytes of inlined picture', async () => {
    const picture = `data:image/png;base64,${randomBytes(3_000_000).toString('base64')}`

    const { chapter } = await extractChapter(page(`<p/><img alt="" src="${picture}"/>`))

    assert.ok(chapter.includes(`<p></p><img alt="" src="${picture}"/>`))
  })

  it('shows a drawing of a data URL, without its scripts', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="x()" viewBox="0 0 9 9"><script>x()</script><path d="M0 0h9"/></svg>`
    const addresses = [`,${encodeURIComponent(drawing)}`, `;base64,${Buffer.from(drawing).toString('base64')}`, ',%zz']
    const { chapter, removed } = await extractChapter(
      page(addresses.map((address) => `<img alt="x" src="data:image/svg+xml${address}"/>`).join('')),
    )

    const [first, second, ...others] = [...chapter.matchAll(/ src="([^"]*)"/g)].map(([, source]) => source!)
    assert.match(
      decodeURIComponent(first!),
      /^data:image\/svg\+xml,<svg xmlns:epub="[^"]+" xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 9 9"><path d="M0 0h9"><\/path><\/svg>$/,
    )
    assert.deepEqual([second, others], [first, []])
    assert.ok(removed.includes('2 trechos de script removidos'))
  })

  it('shows the picture of an object, or else its fallback content', async () => {
    const { chapter } = await extractChapter(
      page(
        '<object data="i.png" type="image/png">texto</object><object data="x.swf">outro</object><embed src="i.png"/>',
      ),
      {
        'OEBPS/i.png': PNG,
      },
    )

    assert.match(chapter, /<body><img src="i.png" type="image\/png" alt=""\/>outro<img src="i.png" alt=""\/><\/body>/)
  })

  it('shows the fallback content of a drawing that only a script fills', async () => {
    const { chapter } = await extractChapter(page('<p><canvas width="300">Um <b>mapa</b>.</canvas></p>'))

    assert.match(chapter, /<body><p>Um <b>mapa<\/b>\.<\/p><\/body>/)
  })

  it('keeps the book’s style sheets, cleaned', async () => {
    const { chapter, read } = await extractChapter(page('<p>x</p>', '<link rel="stylesheet" href="css/a.css"/>'), {
      'OEBPS/css/a.css':
        '@charset "utf-8";@import "b.css";@import "https://mau.example/c.css";p{background:url(../i.png);color:red;position:fixed}',
      'OEBPS/css/b.css': 'p{margin:0}',
      'OEBPS/i.png': PNG,
    })

    assert.match(chapter, /<link rel="stylesheet" type="text\/css" href="css\/a.css"\/>/)
    assert.equal(
      await read('OEBPS/css/a.css'),
      '@import url("b.css");@removed;p{background:url("../i.png");color:red;}',
    )
  })

  it('keeps the book’s recordings, always with controls', async () => {
    const { chapter } = await extractChapter(page('<audio src="a.mp3" autoplay="autoplay"></audio>'), {
      'OEBPS/a.mp3': Buffer.concat([Buffer.from('ID3\x04'), Buffer.alloc(100)]),
    })

    assert.match(chapter, /<audio src="a.mp3" controls="controls"><\/audio>/)
  })
})
