import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Definitions } from '@estante/contract/play/dictionary.ts'
import { openPage } from '../test/people.ts'
import { writeStarDict } from '../test/stardict.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { testApp } from '../test/test-app.ts'
import { toPlainText } from './plain-text.ts'
import { openStarDict } from './stardict.ts'

const WORDS = {
  avião: 'Aeronave com motor e asas.',
  avo: 'Fração de mais de dez.',
  avó: 'Mãe do pai ou da mãe.',
  avô: 'Pai do pai ou da mãe.',
  bonito: 'Que agrada à vista.',
  'guarda-chuva': 'Abriga da chuva.',
  Zaire: 'Rio.',
}

const folder = await temporaryFolder()

describe('GET /play/v1/dictionary', () => {
  it('finds exact spellings first, and base forms of plurals and feminines', async () => {
    await writeStarDict(join(folder, 'plain'), WORDS)
    const { app, partner } = await testApp({ dictionaryPath: join(folder, 'plain') })
    const page = await openPage(app, partner.authorization)
    const lookUp = async (word: string) => {
      const { entries }: Definitions = (await page.get(`/play/v1/dictionary?word=${encodeURIComponent(word)}`)).json()
      return entries.map(({ headword }) => headword)
    }

    assert.deepEqual(await lookUp('avô'), ['avô', 'avo', 'avó'])
    assert.deepEqual(await lookUp('AVIÕES'), ['avião'])
    assert.deepEqual(await lookUp('aviões'), ['avião'])
    assert.deepEqual(await lookUp('bonitas'), ['bonito'])
    assert.deepEqual(await lookUp('Guarda-Chuva'), ['guarda-chuva'])
    assert.deepEqual(await lookUp('nada'), [])
    const { entries } = (await page.get('/play/v1/dictionary?word=zaire')).json() as Definitions
    assert.deepEqual(entries, [{ headword: 'Zaire', definition: 'Rio.', source: 'Dicionário de teste' }])
    const { service } = (await page.get('/play/v1/profile')).json()
    assert.equal(service.hasDictionary, true)
    assert.equal((await page.get('/play/v1/dictionary?word=')).statusCode, 400)
    assert.equal((await app.inject('/play/v1/dictionary?word=bonito')).statusCode, 401)
  })

  it('finds the infinitives of regular verbs, and the words that others were made of', async () => {
    const baseForms: Record<string, string[]> = {
      encontrar: ['Encontrei', 'encontrássemos', 'encontrá-la', 'encontramo-la'],
      ficar: ['fiquei'],
      chegar: ['cheguem', 'chegaríamos'],
      conhecer: ['conheço', 'conhecêramos', 'conhecidas', 'conheça'],
      sentar: ['sentou-se', 'sentamo-nos', 'sentar-se'],
      partir: ['partiu', 'partindo'],
      // Longer endings of verbs would lead to “par”, “quer” and “enter”.
      parar: ['parei'],
      querer: ['queria', 'queremos'],
      entender: ['entendo'],
      par: [],
      quer: [],
      enter: [],
      lento: ['lentamente'],
      feliz: ['felizmente'],
      casa: ['casinhas'],
      flor: ['florzinha'],
      flora: [],
    }
    await writeStarDict(join(folder, 'verbs'), Object.fromEntries(Object.keys(baseForms).map((word) => [word, 'Há.'])))
    const { app, partner } = await testApp({ dictionaryPath: join(folder, 'verbs') })
    const page = await openPage(app, partner.authorization)

    const found: Record<string, string[]> = Object.fromEntries(Object.keys(baseForms).map((word) => [word, []]))
    for (const word of [...Object.values(baseForms).flat(), 'mesa']) {
      const { entries }: Definitions = (await page.get(`/play/v1/dictionary?word=${encodeURIComponent(word)}`)).json()
      for (const { headword } of entries) found[headword]!.push(word)
    }

    assert.deepEqual(found, baseForms)
  })

  it('returns nothing without a dictionary, or with a damaged one', async () => {
    const damaged = await writeStarDict(join(folder, 'damaged'), WORDS)
    await writeFile(damaged.replace('.ifo', '.idx'), 'avô\0\0\0')
    const cut = await writeStarDict(join(folder, 'cut-text'), WORDS)
    await writeFile(cut.replace('.ifo', '.dict'), '')
    const broken = await writeStarDict(join(folder, 'broken-text'), WORDS, { isPacked: true })
    const packed = await readFile(broken.replace('.ifo', '.dict.dz'))
    await writeFile(broken.replace('.ifo', '.dict.dz'), packed.fill(0xff, 40))
    for (const dictionaryPath of [undefined, damaged, cut, broken]) {
      const { app, partner } = await testApp({ dictionaryPath })
      const page = await openPage(app, partner.authorization)

      assert.deepEqual((await page.get('/play/v1/dictionary?word=bonito')).json(), { entries: [] })
    }
  })
})

describe('openStarDict', () => {
  it('reads definitions from any chunk of a dictzip file', async () => {
    const definitionOf = (word: string) => `${word}: `.repeat(40).trim()
    const words = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`palavra ${index}`, definitionOf(`n${index}`)]),
    )
    const dictionary = await openStarDict(
      await writeStarDict(join(folder, 'dz'), words, { isPacked: true, chunkBytes: 500 }),
    )

    for (const [word, definition] of Object.entries(words)) {
      assert.equal((await dictionary.find(word))[0]?.definition, definition)
    }
    assert.equal(dictionary.words, 60)
    await dictionary.close()
  })

  it('finds a word by its other forms and spellings, once, after words that are written so themselves', async () => {
    const synonyms = { fui: 'ser', foi: 'ser', Fora: 'ir', vô: 'avô' }
    const words = { ...WORDS, ir: 'Mover-se.', fora: 'No exterior.', ser: 'Existir.' }
    const dictionary = await openStarDict(await writeStarDict(join(folder, 'synonyms'), words, { synonyms }))
    const headwords = async (word: string) => (await dictionary.find(word)).map(({ headword }) => headword)

    assert.deepEqual(await headwords('foi'), ['ser'])
    assert.deepEqual(await headwords('FORA'), ['fora', 'ir'])
    assert.deepEqual(await headwords('vo'), ['avô'])
    assert.deepEqual(await headwords('ser'), ['ser'])
    await dictionary.close()
  })

  it('lists the words of a large dictionary in many turns of the event loop', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const prefixes = letters.flatMap((one) => letters.map((other) => one + other))
    const words = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => prefixes.map((two) => [`${two}${n}`, '-'])).flat(),
    )
    const file = await writeStarDict(join(folder, 'large'), words)
    let turns = 0
    const counting = createHook({
      init(_, type) {
        if (type === 'Immediate') turns++
      },
    }).enable()

    const opened = await openStarDict(file)

    counting.disable()
    // One for each 5000 words that are read, and for each two letters whose words are sorted.
    assert.ok(turns >= Math.floor(opened.words / 5000) + prefixes.length, `${turns} turns for ${opened.words} words`)
    assert.equal((await opened.find('ZZ99'))[0]?.headword, 'zz99')
    await opened.close()
  })

  it('refuses a list of synonyms that is cut off', async () => {
    const file = await writeStarDict(join(folder, 'cut'), WORDS)
    await writeFile(file.replace('.ifo', '.syn'), 'vô\0\0')

    await assert.rejects(openStarDict(file), /incompleto/)
  })

  it('refuses an index of more words than any language has', async () => {
    const file = await writeStarDict(join(folder, 'bomb'), WORDS)
    // No letters, and the place of a definition.
    await writeFile(file.replace('.ifo', '.idx'), Buffer.alloc(9 * 2_000_001))

    await assert.rejects(openStarDict(file), /dois milhões/)
  })

  it('reads the texts of a definition of several parts, and no sound or picture among them', () => {
    const picture = Buffer.from([0, 0, 0, 3, 1, 0, 2])
    const typed = Buffer.concat([Buffer.from('tˈavo\0P'), picture, Buffer.from('hPai do <b>pai</b>.')])
    const declared = Buffer.concat([Buffer.from('ˈavo\0'), picture, Buffer.from('Pai do <b>pai</b>.')])

    assert.equal(toPlainText(typed, ''), 'ˈavo\nPai do pai.')
    assert.equal(toPlainText(declared, 'tPh'), 'ˈavo\nPai do pai.')
    assert.equal(toPlainText(Buffer.concat([Buffer.from('ˈavo\0'), picture]), 'tP'), 'ˈavo')
  })

  // For minutes, if each open tag were read once for every one before it.
  it('reads a definition of nothing but open tags once', () => {
    for (const tag of ['<p ', '<style', '<']) {
      assert.ok(toPlainText(Buffer.from(tag.repeat(1_000_000)), 'h').length <= 6000)
    }
  })

  it('leaves out the headword at the start of an article, unless it begins a sentence', async () => {
    const words = {
      avô: 'Avô, s. m. Pai do pai.',
      casa: 'casa\nOnde se mora.',
      lar: 'lar [ˈlaɾ] Casa.',
      mar: 's.m. Água; mar alto.',
      Tejo: 'Tejo é um rio.',
      via: 'viagem curta.',
    }
    const dictionary = await openStarDict(await writeStarDict(join(folder, 'headwords'), words))

    const definitions = []
    for (const word of Object.keys(words)) definitions.push((await dictionary.find(word))[0]?.definition)

    assert.deepEqual(definitions, [
      's. m. Pai do pai.',
      'Onde se mora.',
      '[ˈlaɾ] Casa.',
      's.m. Água; mar alto.',
      'Tejo é um rio.',
      'viagem curta.',
    ])
    await dictionary.close()
  })

  it('returns plain text without markup', async () => {
    const markup =
      '<div><b>casa</b> <i>s.f.</i><br/>1. Onde se mora &#233; se dorme &amp; come.<script>alert(1)</script></div><style>a{'
    const dictionary = await openStarDict(await writeStarDict(join(folder, 'html'), { casa: markup }, { type: 'h' }))

    const [entry] = await dictionary.find('casa')

    assert.equal(entry?.definition, 's.f.\n1. Onde se mora é se dorme & come.')
    await dictionary.close()
  })
})
