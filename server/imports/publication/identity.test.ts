import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { workKey } from '../../publications/naming.ts'
import { nameTitle, sourceKey } from './identity.ts'

const naming = { title: 'Dom Casmurro', author: 'Machado de Assis', narrator: null }
const keyOf = (identifier: string | undefined, file = 'a.epub', named = naming) =>
  sourceKey('ebook', identifier, named, file)

describe('the identity of a publication', () => {
  it('is its ISBN, in any notation', () => {
    const keys = ['urn:isbn:9788535911664', 'ISBN 978-85-359-1166-4', '85-359-1166-9', 'urn:isbn:8535911669'].map(
      (id) => keyOf(id),
    )

    assert.deepEqual([...new Set(keys)], ['ebook|urn:isbn:9788535911664'])
  })

  it('is its UUID, with any case, title and file', () => {
    const one = keyOf('urn:uuid:B0A1C2D3-0000-4000-8000-00000000000F')
    const other = keyOf('b0a1c2d3-0000-4000-8000-00000000000f', 'b.epub', {
      ...naming,
      title: 'Dom Casmurro (revisto)',
    })

    assert.equal(one, other)
  })

  it('is a key that every database can index, however long the names', () => {
    const long = { ...naming, title: 'rua '.repeat(120), author: 'ação '.repeat(2000) }
    const other = { ...long, author: `${long.author}x` }

    const keys = [
      keyOf('x'.repeat(512), 'a.epub', long),
      keyOf('x'.repeat(512), 'a.epub', other),
      workKey('pub_1', long),
    ]

    assert.equal(new Set(keys).size, 3)
    for (const key of keys) assert.ok(Buffer.byteLength(key) < 2000)
  })

  it('is never an ISBN with a wrong check digit, or a UUID of zeros: they are placeholders', () => {
    const other = { ...naming, title: 'Quincas Borba' }

    for (const id of ['urn:isbn:9788535911669', '00000000-0000-0000-0000-000000000000', 'BookId']) {
      assert.notEqual(keyOf(id), keyOf(id, 'a.epub', other))
    }
  })

  it('is title, author and file when the file has no identifier', () => {
    assert.equal(keyOf(undefined), keyOf(undefined, 'a.epub', { ...naming, title: 'DOM  CASMURRO' }))
    assert.notEqual(keyOf(undefined), keyOf(undefined, 'b.epub'))
  })
})

describe('the names of a publication', () => {
  it('lists people as Portuguese does', () => {
    const metadata = { title: ' Contos ', author: ['Ana', 'Bia', 'Caio'], narrator: ['Davi'] } as Parameters<
      typeof nameTitle
    >[0]

    assert.deepEqual(nameTitle(metadata, 'a'), { title: 'Contos', author: 'Ana, Bia e Caio', narrator: 'Davi' })
  })

  it('are never empty, nor invisible', () => {
    for (const nothing of ['', ' \u200b\u00ad', '\u3164']) {
      const metadata = { title: nothing, author: [nothing], narrator: [nothing] } as Parameters<typeof nameTitle>[0]

      assert.deepEqual(nameTitle(metadata, 'arquivo'), {
        title: 'arquivo',
        author: 'Autoria desconhecida',
        narrator: null,
      })
    }
  })

  it('identify a work in both forms, ignoring accents, but never without an author', () => {
    const other = { title: 'dom casmurro!', author: 'MACHADO DE ASSÍS', narrator: null }
    const unknown = { ...naming, author: 'Autoria desconhecida' }

    assert.equal(workKey('pub_1', naming), workKey('pub_2', other))
    assert.notEqual(workKey('pub_1', unknown), workKey('pub_2', unknown))
  })
})
