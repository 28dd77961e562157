import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { scrambled } from '../fixtures/epub/build-epub.ts'
import type { ExtractedPublication } from '../publication.ts'
import { Refusal } from '../refusal.ts'
import { readFrameHeader } from './mp3/frame-header.ts'
import { synchsafe } from './mp3/id3-frames.ts'
import { recodeTrack } from './mp3/recode-track.ts'
import { tagLength } from './mp3/tag-length.ts'
import { openAudiobook } from './open-audiobook.ts'

const fixtures = join(import.meta.dirname, '../fixtures/audio')
const work = await mkdtemp(join(tmpdir(), 'audiobook-'))
after(() => rm(work, { recursive: true }))
let folders = 0
const UNWATCHED = { signal: new AbortController().signal, onProgress: () => {} }

describe('an audiobook in one M4B', () => {
  it('keeps title, people, date, description and cover', async () => {
    const { manifest, cover } = await extract(join(fixtures, 'relogio.m4b'))

    const { metadata } = manifest
    assert.equal(metadata['@type'], 'http://schema.org/Audiobook')
    assert.equal(metadata.title, 'O relógio da sala')
    assert.deepEqual(metadata.author, ['Lia Antunes'])
    assert.deepEqual(metadata.narrator, ['Voz sintética'])
    assert.equal(metadata.published, '2026-03-01')
    assert.equal(metadata.description, 'Três frases sobre uma tarde parada.')
    assert.equal(metadata.duration, 8.226)
    assert.equal(cover?.length, 328)
  })

  it('has its title although the file declares it to be a number', async () => {
    const file = await readFile(join(fixtures, 'relogio.m4b'))
    for (const tag of ['©nam', '©alb']) {
      const at = file.indexOf(tag, 0, 'latin1')
      // The type of the value: a 16-bit integer.
      file[at + 15] = 66
      file.writeUInt16BE(1984, at + 20)
    }

    const { manifest } = await extract(await put('numero.m4b', file))

    assert.equal(manifest.metadata.title, '1984')
  })

  it('has the start and length of each chapter', async () => {
    const { manifest } = await extract(join(fixtures, 'relogio.m4b'))

    assert.deepEqual(manifest.toc, [
      { href: 'audio.m4a#t=0', title: 'A sala', duration: 2.65 },
      { href: 'audio.m4a#t=2.65', title: 'A tarde', duration: 2.699 },
      { href: 'audio.m4a#t=5.349', title: 'A chuva', duration: 2.877 },
    ])
  })

  it('is served as one file, index first, without pictures or tags, and a playlist of its fragments', async () => {
    const { manifest, folder } = await extract(join(fixtures, 'relogio.m4b'))

    assert.deepEqual((await readdir(folder)).sort(), ['audio.m3u8', 'audio.m4a'])
    const served = await readFile(join(folder, 'audio.m4a'))
    assert.deepEqual(boxTypes(served), ['ftyp', 'moov', 'sidx', 'moof', 'mdat'])
    assert.ok(!served.includes('covr') && !served.includes('Lia Antunes'))
    const [link] = manifest.readingOrder
    assert.deepEqual(link, {
      href: 'audio.m4a',
      type: 'audio/mp4',
      duration: 8.226,
      bitrate: link!.bitrate,
      alternate: [{ href: 'audio.m3u8', type: 'application/vnd.apple.mpegurl' }],
      properties: { bytes: served.length, codecs: 'mp4a.40.2', indexBytes: served.indexOf('moof') - 4 },
    })
  })

  it('has the same audio as its source', async () => {
    const { folder } = await extract(join(fixtures, 'relogio.m4b'))

    const original = await readFile(join(fixtures, 'relogio.m4b'))
    const served = await readFile(join(folder, 'audio.m4a'))
    const sound = served.subarray(served.indexOf('mdat') + 12)
    assert.ok(original.includes(sound.subarray(0, 5_000)))
    assert.ok(sound.length > 20_000)
  })

  it('is accepted with fragments of any length', async () => {
    const { manifest, folder } = await extract(join(fixtures, 'relogio-fragmentado.m4a'))

    assert.equal(manifest.metadata.duration, 8.273)
    assert.deepEqual(boxTypes(await readFile(join(folder, 'audio.m4a'))), ['ftyp', 'moov', 'sidx', 'moof', 'mdat'])
  })

  it('has the same result with the index first and with 64-bit sizes', async () => {
    const original = await readFile(join(fixtures, 'relogio.m4b'))
    const wide = withWideMediaBox(original)

    const { manifest, folder } = await extract(await put('64bits.m4b', wide))

    assert.equal(manifest.metadata.duration, 8.226)
    const { folder: plain } = await extract(join(fixtures, 'relogio.m4b'))
    assert.deepEqual(await readFile(join(folder, 'audio.m4a')), await readFile(join(plain, 'audio.m4a')))
  })

  it('has one entry, titled after the file, when it has no chapters', async () => {
    const { manifest } = await extract(join(fixtures, 'relogio-fragmentado.m4a'))

    assert.equal(manifest.metadata.title, 'Relogio-fragmentado')
    assert.deepEqual(manifest.toc, [{ href: 'audio.m4a#t=0', title: 'Relogio-fragmentado', duration: 8.273 }])
  })
})

describe('an audiobook in one MP3', () => {
  it('has its exact duration, although only its frames reveal it', async () => {
    const { manifest } = await extract(join(fixtures, 'relogio.mp3'))

    assert.equal(manifest.metadata.duration, 8.281)
    assert.deepEqual(manifest.metadata.language, ['pt'])
    assert.deepEqual(manifest.metadata.narrator, ['Voz sintética'])
  })

  it('is served without tags, after a header with its frame and byte counts', async () => {
    const { folder } = await extract(join(fixtures, 'relogio.mp3'))

    const served = await soundIn(folder)
    const { starts, trailing } = framesOf(served)
    const frames = starts.length
    const xing = served.indexOf('Xing')
    assert.equal(xing, 4 + 9)
    assert.equal(served.readUInt32BE(xing + 8), frames - 1)
    assert.equal(served.readUInt32BE(xing + 12), served.length)
    assert.equal(trailing, 0)
    assert.ok(!served.includes('ID3') && !served.includes('TAG'))
  })

  it('has a tag with the exact frame of every ten-second segment', async () => {
    const sound = await soundOf('relogio.mp3')
    const long = await put('longo.mp3', Buffer.concat(Array.from({ length: 9 }, () => sound)))

    const { manifest, folder } = await extract(long)

    const served = await readFile(join(folder, 'audio.mp3'))
    const { indexBytes = 0 } = manifest.readingOrder[0]!.properties!
    assert.equal(served.toString('latin1', 0, 3), 'ID3')
    const index = served.indexOf('sidx') - 4
    assert.equal(index + served.readUInt32BE(index), indexBytes)
    let position = indexBytes + Number(served.readBigUInt64BE(index + 28))
    let samples = 0
    const stretches = served.readUInt16BE(index + 38)
    assert.ok(stretches >= 7 && stretches <= 8)
    for (let entry = index + 40; entry < indexBytes; entry += 12) {
      const end = position + served.readUInt32BE(entry)
      let held = 0
      // The bitrate varies: seek positions must follow the frames, not proportions of the bytes.
      for (let header = readFrameHeader(served, position)!; position < end; position += header.size) {
        header = readFrameHeader(served, position) ?? assert.fail()
        held += header.samples
      }
      assert.deepEqual([position, served.readUInt32BE(entry + 4)], [end, held])
      samples += held
    }
    assert.equal(position, served.length)
    assert.ok(Math.abs(samples / served.readUInt32BE(index + 16) - manifest.metadata.duration!) < 0.001)
  })

  it('has a seek table that follows its frames, whatever their bitrate', async () => {
    const sound = await soundOf('relogio.mp3')
    const frames = framesOf(sound).starts.map((start, index, starts) => sound.subarray(start, starts[index + 1]))
    frames.sort((one, other) => one.length - other.length)
    const uneven = await put('desigual.mp3', Buffer.concat(frames.flatMap((frame) => Array(9).fill(frame))))

    const { folder } = await extract(uneven)

    const served = await soundIn(folder)
    const { starts } = framesOf(served)
    const table = served.subarray(served.indexOf('Xing') + 16)
    for (let hundredth = 0; hundredth < 100; hundredth++) {
      const start = starts[Math.round((hundredth / 100) * starts.length)]!
      const entry = (table[hundredth]! / 256) * served.length
      assert.ok(Math.abs(entry - start) < served.length / 100, `${hundredth} %: ${entry}, not ${start}`)
    }
  })

  it('keeps its chapters', async () => {
    const { manifest } = await extract(join(fixtures, 'relogio.mp3'))

    assert.deepEqual(
      manifest.toc.map(({ href, title }) => `${href} ${title}`),
      ['audio.mp3#t=0 A sala', 'audio.mp3#t=2.65 A tarde', 'audio.mp3#t=5.349 A chuva'],
    )
  })

  it('has the language of its tag, whatever follows it', async () => {
    const sound = await soundOf('relogio.mp3')
    for (const [tag, language] of [
      ['por', ['pt']],
      ['pt_BR', ['pt-BR']],
      ['por-bra', ['pt']],
      ['Português', []],
    ] as const) {
      const { manifest } = await extract(
        await put('idioma.mp3', Buffer.concat([id3Tag([textFrame('TLAN', tag)]), sound])),
      )
      assert.deepEqual(manifest.metadata.language, language)
    }
  })

  it('keeps 300 chapters after a contents frame with a wrong length', async () => {
    const chapters = Array.from({ length: 300 }, (_, index) =>
      chapterFrame(`c${index}`, index * 20, `Parte ${index + 1}`),
    )
    // The plain length that ffmpeg 5 wrote, instead of ID3v2.4’s synchsafe one.
    const contents = id3Frame('CTOC', Buffer.alloc(0x6a0, 'c'), (length) => uint32(length))
    const tag = id3Tag([contents, ...chapters])

    const { manifest } = await extract(await put('300.mp3', Buffer.concat([tag, await soundOf('relogio.mp3')])))

    assert.equal(manifest.toc.length, 300)
    assert.deepEqual(manifest.toc[299], { href: 'audio.mp3#t=5.98', title: 'Parte 300', duration: 2.301 })
  })

  it('has long texts cut, and reports it', async () => {
    const long = Array.from({ length: 20_000 }, (_, index) => scrambled(index)).join('')
    const tag = id3Tag([textFrame('TALB', long), textFrame('TPE1', 'Ana'), chapterFrame('a', 0, long)])

    const { manifest, removed } = await extract(
      await put('longo.mp3', Buffer.concat([tag, await soundOf('relogio.mp3')])),
    )

    assert.deepEqual([manifest.metadata.title.length, manifest.toc[0]!.title!.length], [512, 512])
    assert.deepEqual(removed, ['2 textos longos demais cortados'])
  })

  it('lists 2,000 of 100,000 chapters', async () => {
    const chapters = Array.from({ length: 100_000 }, (_, index) => chapterFrame(String(index), index % 8_000, 'x'))
    const tag = id3Tag(chapters)

    const { manifest } = await extract(await put('100000.mp3', Buffer.concat([tag, await soundOf('relogio.mp3')])))

    assert.equal(manifest.toc.length, 2_000)
  })

  it('drops chapters that begin after its end', async () => {
    const tag = id3Tag([chapterFrame('b', 99_000, 'Depois do fim'), chapterFrame('a', 0, 'Começo')])

    const { manifest } = await extract(await put('fim.mp3', Buffer.concat([tag, await soundOf('relogio.mp3')])))

    assert.deepEqual(manifest.toc, [{ href: 'audio.mp3#t=0', title: 'Começo', duration: 8.281 }])
  })

  it('drops the tags and pictures between concatenated files', async () => {
    const sound = await soundOf('varanda/1-sala.mp3')
    const between = id3Tag([pictureFrame('image/png', 3, noise(9_000))])

    const { manifest, folder } = await extract(await put('emendado.mp3', Buffer.concat([sound, between, sound])))

    assert.equal(manifest.metadata.duration, 5.433)
    assert.equal(framesOf(await soundIn(folder)).trailing, 0)
  })

  it('skips a little damage', async () => {
    const sound = await soundOf('relogio.mp3')
    const middle = 20_000

    const { manifest, removed } = await extract(
      await put(
        'sujo.mp3',
        Buffer.concat([sound.subarray(0, middle), Buffer.alloc(900, 0x55), sound.subarray(middle)]),
      ),
    )

    assert.ok(Math.abs(manifest.metadata.duration! - 8.281) < 0.1)
    assert.match(removed.join(), /^Foram retirados [\d.]+ bytes de dados danificados/)
  })

  it('drops an APE tag and all ID3 tags at its end', async () => {
    const ape = Buffer.concat([apeMark(64, 0xa0000000), Buffer.alloc(32, 0xff), apeMark(64, 0x80000000)])
    const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])

    const { manifest, folder } = await extract(
      await put('ape.mp3', Buffer.concat([await soundOf('relogio.mp3'), ape, id3v1])),
    )

    assert.equal(manifest.metadata.duration, 8.281)
    assert.ok(!(await readFile(join(folder, 'audio.mp3'))).includes('APETAGEX'))
  })

  it('has the front picture as its cover, whatever type it claims', async () => {
    const back = pictureFrame('image/svg+xml', 4, Buffer.alloc(900, 1))
    const front = pictureFrame('image/gif', 3, Buffer.from([0x89, 0x50, 0x4e, 0x47]))
    const linked = pictureFrame('-->', 3, Buffer.from('https://example.com/capa.jpg'))

    const { cover } = await extract(
      await put('capas.mp3', Buffer.concat([id3Tag([back, front, linked]), await soundOf('relogio.mp3')])),
    )

    assert.deepEqual(Buffer.from(cover!), Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  })

  it('is read although a tag claims more bytes than the file has', async () => {
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f])

    const { manifest } = await extract(await put('etiqueta.mp3', Buffer.concat([tag, await soundOf('relogio.mp3')])))

    assert.equal(manifest.metadata.duration, 8.281)
  })
})

describe('an audiobook in a folder of MP3', () => {
  it('becomes one file with a chapter for each track, in natural order', async () => {
    const { manifest, folder } = await extract(join(fixtures, 'varanda'))

    assert.deepEqual(await readdir(folder), ['audio.mp3'])
    assert.equal(manifest.metadata.title, 'O relógio da sala')
    assert.equal(manifest.metadata.duration, 8.438)
    assert.deepEqual(manifest.toc, [
      { href: 'audio.mp3#t=0', title: 'A sala', duration: 2.717 },
      { href: 'audio.mp3#t=2.717', title: 'A tarde', duration: 2.769 },
      { href: 'audio.mp3#t=5.486', title: 'A chuva', duration: 2.952 },
    ])
    const served = await soundIn(folder)
    assert.equal(served.readUInt32BE(served.indexOf('Info') + 8), framesOf(served).starts.length - 1)
  })

  it('follows the track numbers when all files have distinct ones', async () => {
    const folder = await copyOfFolder()
    const numbered = ['10-chuva.mp3', '2_a_tarde.mp3', '1-sala.mp3'].entries()
    for (const [number, name] of numbered) {
      const tag = id3Tag([textFrame('TRCK', `${number + 1}/3`), textFrame('TIT2', name)])
      await writeFile(join(folder, name), Buffer.concat([tag, await soundOf(join('varanda', name))]))
    }

    const { manifest } = await extract(folder)

    assert.deepEqual(
      manifest.toc.map(({ title }) => title),
      ['10-chuva.mp3', '2_a_tarde.mp3', '1-sala.mp3'],
    )
  })

  it('nests the chapters of a track under it', async () => {
    const folder = await copyOfFolder()
    const tag = id3Tag([chapterFrame('a', 0, 'Manhã'), chapterFrame('b', 1000, 'Noite')])
    await writeFile(join(folder, '2_a_tarde.mp3'), Buffer.concat([tag, await soundOf('varanda/2_a_tarde.mp3')]))

    const { manifest } = await extract(folder)

    assert.deepEqual(manifest.toc[1]?.children, [
      { href: 'audio.mp3#t=2.717', title: 'Manhã', duration: 1 },
      { href: 'audio.mp3#t=3.717', title: 'Noite', duration: 1.769 },
    ])
  })

  it('uses the picture beside the tracks as its cover and ignores notes', async () => {
    const { cover } = await extract(join(fixtures, 'varanda'))

    assert.deepEqual(Buffer.from(cover!), await readFile(join(fixtures, 'varanda/capa.png')))
  })

  it('has another content hash when a track is renamed', async () => {
    const folder = await copyOfFolder()
    const before = await (await openAudiobook(folder)).hash()
    await cp(join(folder, '1-sala.mp3'), join(folder, '1-a-sala.mp3'))
    await rm(join(folder, '1-sala.mp3'))

    const after = await (await openAudiobook(folder)).hash()

    assert.equal(before, await (await openAudiobook(join(fixtures, 'varanda'))).hash())
    assert.notEqual(after, before)
  })

  it('is recoded to one format when ffmpeg is installed', { skip: !hasFfmpeg() }, async () => {
    const folder = await copyOfFolder()
    await writeFile(join(folder, '3-silencio.mp3'), silence(77))

    const { manifest, folder: extracted } = await extract(folder)

    assert.deepEqual(
      manifest.toc.map(({ title }) => title),
      ['A sala', 'A tarde', 'Silencio', 'A chuva'],
    )
    assert.ok(Math.abs(manifest.toc[2]!.duration! - 2.01) < 0.15)
    assert.equal(framesOf(await soundIn(extracted)).trailing, 0)
  })

  it('is refused, naming the track of another format, without ffmpeg', async (context) => {
    const folder = await copyOfFolder()
    await writeFile(join(folder, '3-silencio.mp3'), silence(77))
    usePath('', context)

    await refuses(folder, /“3-silencio\.mp3” .*tem 44\.100 Hz mono e as outras têm 22\.050 Hz mono; .*ffmpeg/)
  })

  it('is recoded without the service’s secrets in the environment of ffmpeg', async (context) => {
    const folder = await newFolder()
    await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\nexport >&2\nexit 1\n', { mode: 0o755 })
    usePath(folder, context)
    process.env.SECRET_OF_THE_SERVICE = 'secret'
    const { signal } = UNWATCHED
    const format = readFrameHeader(silence(1), 0)!

    const error = await recodeTrack('a.mp3', 'b.mp3', format, format, signal).catch((error: Refusal) => error)

    const { stderr } = error!.cause as { stderr: string }
    assert.match(stderr, /PATH=/)
    assert.doesNotMatch(stderr, /SECRET/)
  })

  it('is refused without any MP3', async () => {
    const folder = await newFolder()
    await writeFile(join(folder, 'notas.txt'), 'Nada aqui.')

    await refuses(folder, /^A pasta não tem nenhum arquivo MP3\.$/)
  })

  it('is refused, naming the track that is empty, truncated or not an MP3', async () => {
    const folder = await copyOfFolder()
    const track = join(folder, '2_a_tarde.mp3')
    const whole = await readFile(track)

    await writeFile(track, '')
    await refuses(folder, /“2_a_tarde\.mp3”.*está vazio/)
    await writeFile(track, whole.subarray(0, 1_500))
    await refuses(folder, /“2_a_tarde\.mp3”.*incompleto: o MP3 anuncia 0:00:03/)
    await writeFile(track, await readFile(join(fixtures, 'relogio.m4b')))
    await refuses(folder, /“2_a_tarde\.mp3”.*MP4/)
  })
})

describe('a file that is not an audiobook', () => {
  it('is refused with its actual format, whatever its name', async () => {
    const sound = await soundOf('relogio.mp3')
    const cases: [name: string, bytes: Buffer, reason: RegExp][] = [
      ['vazio.mp3', Buffer.alloc(0), /^O arquivo está vazio\.$/],
      ['texto.mp3', Buffer.from('Era uma vez um relógio.'), /texto/],
      ['lixo.mp3', noise(50_000), /não é um áudio/],
      ['imagem.m4b', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]), /JPEG/],
      ['livro.mp3', Buffer.from('PK\x03\x04............mimetypeapplication/epub+zip', 'latin1'), /EPUB/],
      ['musica.mp3', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(60)]), /FLAC/],
      ['som.mp3', await readFile(join(fixtures, 'relogio.mka')), /Matroska/],
      ['som.m4b', await readFile(join(fixtures, 'relogio-alac.m4a')), /ALAC/],
      ['so-etiqueta.mp3', id3Tag([textFrame('TIT2', 'Só o título')]), /sem nenhum trecho de áudio/],
      ['livre.mp3', freeFormat(), /taxa de bits livre/],
      ['camada2.mp3', layerTwo(), /camada II/],
      [
        'meio-lixo.mp3',
        Buffer.concat([sound.subarray(0, 20_000), noise(200_000)]),
        /danificado: mais de 5% do arquivo/,
      ],
      ['som.mov', replaced(await readFile(join(fixtures, 'relogio.m4b')), 'mp4a', '.mp3'), /MP3 dentro de um MOV/],
    ]

    for (const [name, bytes, reason] of cases) await refuses(await put(name, bytes), reason)
  })

  it('is refused when it has DRM', async () => {
    const book = await readFile(join(fixtures, 'relogio.m4b'))

    for (const brand of ['aax ', 'aaxc', 'M4P ']) {
      await refuses(await put('trancado.m4b', replaced(book, 'ftypM4A ', `ftyp${brand}`)), /DRM/)
    }
    for (const codec of ['drms', 'enca', 'aavd']) {
      await refuses(await put('trancado.m4b', replaced(book, 'mp4a', codec)), /DRM/)
    }
  })
})

describe('a broken or hostile M4B', () => {
  it('is refused as incomplete when truncated', async () => {
    const endsInSound = withIndexFirst(await readFile(join(fixtures, 'relogio-fragmentado.m4a')))
    const endsInIndex = await readFile(join(fixtures, 'relogio.m4b'))

    await refuses(await put('cortado.m4a', endsInSound.subarray(0, -3_000)), /incompleto/)
    await refuses(await put('cortado.m4b', endsInIndex.subarray(0, -3_000)), /incompleto/)
    await refuses(await put('cortado.m4b', endsInIndex.subarray(0, 15_000)), /falta o índice/)
  })

  it('is refused when a box or a table claims to be larger than its parent', async () => {
    const book = await readFile(join(fixtures, 'relogio.m4b'))

    for (const type of ['trak', 'mdia', 'stbl', 'stsz', 'stsc', 'stco', 'esds']) {
      const lying = Buffer.from(book)
      lying.writeUInt32BE(0x7fffffff, lying.indexOf(type) - 4)
      await refuses(await put(`mentira-${type}.m4b`, lying), /danificado|incompleto/)
    }
    for (const table of ['stts', 'stsz', 'stsc', 'stco']) {
      const lying = Buffer.from(book)
      lying.writeUInt32BE(0xfffffff0, lying.indexOf(table) + (table === 'stsz' ? 12 : 8))
      await refuses(await put(`contagem-${table}.m4b`, lying), /danificado/)
    }
  })

  it('is refused when its samples overlap to seem endless', async () => {
    const book = Buffer.from(await readFile(join(fixtures, 'relogio.m4b')))
    const sizes = book.indexOf('stsz')
    book.writeUInt32BE(20_000, sizes + 8)

    await refuses(await put('sem-fim.m4b', book), /incompleto|danificado/)
  })

  it('is refused when its duration is false', async () => {
    const book = Buffer.from(await readFile(join(fixtures, 'relogio.m4b')))
    const clock = book.indexOf('mdhd') + 4 + 12
    book.writeUInt32BE(1, clock)

    await refuses(await put('longo.m4b', book), /anuncia 100:\d\d:\d\d|anuncia .* ou é silêncio, ou está danificado/)

    book.writeUInt32BE(0x7fff_ffff, clock)
    await refuses(await put('breve.m4b', book), /danificado/)
  })
})

describe('an M4B with broken chapters', () => {
  it('is imported without them, and reports it', async () => {
    const book = Buffer.from(await readFile(join(fixtures, 'relogio.m4b')))
    const list = book.indexOf('chpl')
    book.write('free', list, 'latin1')
    const times = book.lastIndexOf('stts')
    book.writeUInt32BE(99, times + 8)

    const { manifest, removed } = await extract(await put('sem-capitulos.m4b', book))

    assert.equal(manifest.toc.length, 1)
    assert.deepEqual(removed, ['A lista de capítulos estava danificada e ficou de fora.'])
  })

  it('has the chapters of the Nero list when it has no text track', async () => {
    const book = Buffer.from(await readFile(join(fixtures, 'relogio.m4b')))
    book.write('free', book.indexOf('tref'), 'latin1')

    const { manifest } = await extract(await put('nero.m4b', book))

    assert.deepEqual(
      manifest.toc.map(({ title }) => title),
      ['A sala', 'A tarde', 'A chuva'],
    )
  })
})

describe('any audio file', () => {
  it('is either extracted or refused, whatever bytes change', async () => {
    const names = ['relogio.m4b', 'relogio.mp3', 'relogio-fragmentado.m4a']
    const random = numbers(20_260_301)
    let refused = 0
    for (const name of names) {
      const whole = await readFile(join(fixtures, name))
      for (let round = 0; round < 40; round++) {
        const changed = mutate(whole, random)
        const outcome = await extract(await put(`mutante-${name}`, changed)).catch((error: unknown) => error)
        if (outcome instanceof Refusal) refused++
        else assert.ok(!(outcome instanceof Error), `round ${round} of ${name}: ${(outcome as Error).stack}`)
      }
    }
    assert.ok(refused > 0 && refused < names.length * 40)
  })

  it('stops when the signal is aborted', async () => {
    const book = await openAudiobook(join(fixtures, 'relogio.mp3'))
    const reason = new Error('shutting down')

    const extraction = book.extractTo(await newFolder(), { ...UNWATCHED, signal: AbortSignal.abort(reason) })

    await assert.rejects(extraction, reason)
  })

  it('reports progress up to the whole', async () => {
    const book = await openAudiobook(join(fixtures, 'varanda'))
    const progress: number[] = []

    await book.extractTo(await newFolder(), { ...UNWATCHED, onProgress: (done) => progress.push(done) })

    assert.deepEqual(
      progress,
      progress.toSorted((one, other) => one - other),
    )
    assert.equal(progress.at(-1), 1)
  })
})

async function extract(source: string): Promise<ExtractedPublication & { folder: string }> {
  const book = await openAudiobook(source)
  const folder = await newFolder()
  return { ...(await book.extractTo(folder, UNWATCHED)), folder }
}

async function refuses(source: string, reason: RegExp): Promise<void> {
  await assert.rejects(extract(source), (error: Error) => {
    assert.ok(error instanceof Refusal, String(error.stack))
    assert.match(error.message, reason)
    assert.match(error.message, /^\p{Lu}.*\.$/u)
    return true
  })
}

async function newFolder(): Promise<string> {
  const folder = join(work, String(++folders))
  await mkdir(folder)
  return folder
}

async function put(name: string, bytes: Buffer): Promise<string> {
  const path = join(await newFolder(), name)
  await writeFile(path, bytes)
  return path
}

async function copyOfFolder(): Promise<string> {
  const folder = await newFolder()
  await cp(join(fixtures, 'varanda'), folder, { recursive: true })
  return folder
}

/** Runs programs of one folder only, until the test ends. */
function usePath(folder: string, context: TestContext): void {
  const { PATH } = process.env
  context.after(() => {
    process.env.PATH = PATH
  })
  process.env.PATH = folder
}

/** Reads the frames of an MP3 fixture, without its leading tag. */
async function soundOf(name: string): Promise<Buffer> {
  const bytes = await readFile(join(fixtures, name))
  const [a, b, c, d] = bytes.subarray(6, 10) as unknown as [number, number, number, number]
  const sound = bytes.subarray(10 + ((a << 21) | (b << 14) | (c << 7) | d))
  return sound.toString('latin1', sound.length - 128, sound.length - 125) === 'TAG' ? sound.subarray(0, -128) : sound
}

/** Reads the audio of a served MP3, after the tag with its index. */
async function soundIn(folder: string): Promise<Buffer> {
  const served = await readFile(join(folder, 'audio.mp3'))
  return served.subarray(tagLength(served))
}

/** The byte at which each frame of a recording begins, and how many bytes follow the last. */
function framesOf(mp3: Buffer): { starts: number[]; trailing: number } {
  let at = 0
  const starts: number[] = []
  for (let header = readFrameHeader(mp3, 0); header; header = readFrameHeader(mp3, at)) {
    starts.push(at)
    at += header.size
  }
  return { starts, trailing: mp3.length - at }
}

function boxTypes(mp4: Buffer): string[] {
  const types: string[] = []
  for (let at = 0; at < mp4.length; ) {
    const size = mp4.readUInt32BE(at)
    types.push(mp4.toString('latin1', at + 4, at + 8))
    at += size === 1 ? Number(mp4.readBigUInt64BE(at + 8)) : size
  }
  return types
}

/** Gives the `mdat` box a 64-bit size, in the room of the `free` box before it. */
function withWideMediaBox(mp4: Buffer): Buffer {
  const free = mp4.indexOf('free') - 4
  const size = mp4.readUInt32BE(free + 8)
  const wide = Buffer.from(mp4)
  wide.writeUInt32BE(1, free)
  wide.write('mdat', free + 4, 'latin1')
  wide.writeBigUInt64BE(BigInt(size + 8), free + 8)
  return wide
}

/** Drops the trailing `mfra` box, in which some players look for seek points. */
function withIndexFirst(mp4: Buffer): Buffer {
  return mp4.subarray(0, mp4.indexOf('mfra') - 4)
}

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes)
  copy.write(to, copy.indexOf(from, 0, 'latin1'), 'latin1')
  return copy
}

function id3Tag(frames: Buffer[]): Buffer {
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0]), synchsafe(body.length), body])
}

function id3Frame(id: string, body: Buffer, writeLength: (length: number) => Buffer = synchsafe): Buffer {
  return Buffer.concat([Buffer.from(id), writeLength(body.length), Buffer.alloc(2), body])
}

function textFrame(id: string, text: string): Buffer {
  return id3Frame(id, Buffer.from(`\x03${text}`))
}

function chapterFrame(id: string, startMs: number, title: string): Buffer {
  const times = Buffer.concat([uint32(startMs), uint32(startMs + 1), Buffer.alloc(8, 0xff)])
  return id3Frame('CHAP', Buffer.concat([Buffer.from(`${id}\0`), times, textFrame('TIT2', title)]))
}

function pictureFrame(type: string, kind: number, picture: Buffer): Buffer {
  return id3Frame('APIC', Buffer.concat([Buffer.from(`\x00${type}\0`), Buffer.from([kind, 0]), picture]))
}

function apeMark(size: number, flags: number): Buffer {
  const mark = Buffer.alloc(32)
  mark.write('APETAGEX')
  mark.writeUInt32LE(2000, 8)
  mark.writeUInt32LE(size, 12)
  mark.writeUInt32LE(flags, 20)
  return mark
}

/** 64 kbit/s at 44,100 Hz, mono: 208 bytes and 26 ms a frame. */
function silence(frames: number): Buffer {
  const frame = Buffer.alloc(208)
  frame.set([0xff, 0xfb, 0x50, 0xc4])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

function hasFfmpeg(): boolean {
  return spawnSync('ffmpeg', ['-version']).status === 0
}

function freeFormat(): Buffer {
  const frame = Buffer.alloc(400)
  frame.set([0xff, 0xfb, 0x00, 0xc4])
  return Buffer.concat([frame, frame, frame, frame])
}

/** 48 kbit/s at 44,100 Hz, mono: 156 bytes a frame. */
function layerTwo(): Buffer {
  const frame = Buffer.alloc(156)
  frame.set([0xff, 0xfd, 0x20, 0xc4])
  return Buffer.concat(Array.from({ length: 20 }, () => frame))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function noise(length: number): Buffer {
  const random = numbers(7)
  return Buffer.from(Array.from({ length }, () => random() * 256))
}

/** Changes or cuts out a few bytes, or truncates the file, reproducibly. */
function mutate(whole: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(whole)
  const kind = Math.floor(random() * 4)
  if (kind === 0) return bytes.subarray(0, Math.floor(random() * bytes.length))
  if (kind === 1) {
    const cut = Math.floor(random() * bytes.length)
    return Buffer.concat([bytes.subarray(0, cut), bytes.subarray(cut + Math.ceil(random() * 64))])
  }
  // Half of the changes hit an index or a tag, at the start and at the end.
  const randomOffset = kind === 2 ? random : () => (random() < 0.5 ? random() * 0.05 : 1 - random() * 0.15)
  for (let change = 0; change < 12; change++) {
    bytes[Math.floor(randomOffset() * (bytes.length - 1))] = [0, 0xff, 0x7f, Math.floor(random() * 256)][
      Math.floor(random() * 4)
    ]!
  }
  return bytes
}

/** Mulberry32, a seeded pseudo-random generator of numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
