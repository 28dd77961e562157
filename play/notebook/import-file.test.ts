import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { IMPORT_MAX_ITEMS, IMPORT_MAX_SETS } from '@estante/contract/play/annotations.ts'
import { parseSets, reportOf, requestsOf } from './import-file.ts'

describe('a file of annotations', () => {
  it('has a set for each of its titles', () => {
    const one = setOf(1)

    assert.deepEqual(parseSets(JSON.stringify(one)), [one])
    assert.deepEqual(parseSets(JSON.stringify([one, one])), [one, one])
    for (const other of ['isto não é', '[]', '[null]', '{"type":"FeatureCollection"}', '[{"type":"AnnotationSet"}]'])
      assert.throws(() => parseSets(other), SyntaxError)
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

function setOf(items: number, noteLength = 0) {
  const note = { body: { value: 'a'.repeat(noteLength) } }
  return { type: 'AnnotationSet' as const, about: { 'dc:title': 'O farol' }, items: Array(items).fill(note) }
}
