import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { IMPORT_MAX_ITEMS, IMPORT_MAX_SETS } from '@estante/contract/play/annotations.ts'
import { type AnnotationSet, parseSets, reportOf, requestsOf } from './import-file.ts'

describe('a file of annotations', () => {
  it('has a set for each of its titles', () => {
    const one = setOf(1)

    assert.deepEqual(parseSets(JSON.stringify(one)), [one])
    assert.deepEqual(parseSets(JSON.stringify([one, one])), [one, one])
    const others = ['isto não é', '[]', '[null]', '{"type":"FeatureCollection"}', '[{"type":"AnnotationSet"}]']
    for (const other of [...others, '# Leia-me\n\nUm texto.', '## Parte 1\n\n**Marcador**', '#'.repeat(1_000_000)])
      assert.throws(() => parseSets(other), SyntaxError)
  })

  it('is read as Markdown, also when it was edited by hand', () => {
    const [text, sound, ...others] = parseSets(`
# O \\*farol\\*
## Parte 1

**Destaque · amarelo**
> a luz
>
>   parecia \\> andar\r


Um \\# e \\\\,
 dois.

   **Nota antiga**

**Nota** \n**Destaque · amarelo**\n\n> a luz\n>\n>   parecia \\> andar
# O farol

Marina Duarte

**Marcador · 1:02:03**

**Destaque · verde · 0:07-0:09 · não encontrado nesta edição**
# Vazio`)

    const selector = [{ type: 'TextQuoteSelector', exact: 'a luz\n\n  parecia > andar' }]
    assert.deepEqual(partsOf(text!), [
      { 'dc:title': 'O *farol*' },
      ['highlighting', 'Parte 1', selector, 'Um # e \\,\n dois.\n\n   **Nota antiga**', 'yellow'],
      ['commenting', 'Parte 1', [], '', undefined],
      ['highlighting', 'Parte 1', selector, '', 'yellow'],
    ])
    const time = (value: string) => [
      { type: 'FragmentSelector', value, conformsTo: 'http://www.w3.org/TR/media-frags/' },
    ]
    assert.deepEqual(partsOf(sound!), [
      { 'dc:title': 'O farol', 'dc:creator': 'Marina Duarte' },
      ['bookmarking', 'O farol', time('t=3723'), '', undefined],
      ['highlighting', 'O farol', time('t=7,9'), '', 'green'],
    ])
    assert.deepEqual(others, [])
    const ids = [text!, sound!].flatMap(({ items }) => items.map((item) => (item as { id: string }).id))
    assert.equal(new Set(ids).size, 5)
    const title = '# O farol\n\nMarina Duarte'
    assert.deepEqual(parseSets(`${title}\n\nNada foi marcado neste título.\n`)[0]?.items, [])
    for (const hostile of ['\n', '> ', '\\', '**Destaque · ', '**Marcador**\n', ' ·', '\u2028', '- 1'])
      assert.ok(parseSets(`${title}\n\n**Nota**\n\n${hostile.repeat(300_000)}x`)[0]!.items.length >= 1)
  })

  it('is sent in requests that the service accepts, in the order of its titles', () => {
    const sets = [
      ...Array.from({ length: IMPORT_MAX_SETS + 10 }, () => setOf(1)),
      setOf(IMPORT_MAX_ITEMS - 1000),
      setOf(1000),
      setOf(1),
      setOf(1, 1_999_900),
    ]

    const requests = requestsOf(sets)

    assert.deepEqual(
      requests.map((request) => request.length),
      [IMPORT_MAX_SETS, 11, 2, 1],
    )
    assert.deepEqual(requests.flat(), sets)
  })

  it('is reported as a whole, with the titles that are missing', () => {
    const nothing = { imported: 0, unchanged: 0, conflicting: 0, moved: 0, lost: [], refused: [] }
    const lost = [{ id: '1', quote: 'a pedra' }]

    const report = reportOf(
      [setOf(1), setOf(1), setOf(1)],
      [
        { ...nothing, imported: 1, lost },
        null,
        { ...nothing, imported: 2, unchanged: 3, refused: [{ item: 1, reason: 'Sem lugar.' }] },
      ],
    )

    const refused = [{ item: 3, reason: 'Sem lugar.' }]
    assert.deepEqual(report, { ...nothing, imported: 3, unchanged: 3, lost, refused, missing: ['O farol'] })
  })
})

/** What a set is about, and what each item says. */
function partsOf({ about, items }: AnnotationSet) {
  const all = items as { motivation: string; target: Record<string, unknown>; body: Record<string, unknown> }[]
  return [
    about,
    ...all.map(({ motivation, target, body }) => [motivation, target.source, target.selector, body.value, body.color]),
  ]
}

function setOf(items: number, noteLength = 0) {
  const note = { body: { value: 'a'.repeat(noteLength) } }
  return { type: 'AnnotationSet' as const, about: { 'dc:title': 'O farol' }, items: Array(items).fill(note) }
}
