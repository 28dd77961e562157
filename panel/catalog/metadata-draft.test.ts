import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changesOf, faultsOf, inputValue, isByHand, nameOfLanguage } from './metadata-draft.ts'

const field = (fromFile: string | null, byHand?: string) => ({
  value: byHand ?? fromFile,
  fromFile,
  isEdited: byHand !== undefined,
})

const fields = {
  title: field('O farol de sal', 'O Farol de Sal'),
  subtitle: field(null),
  author: field('Inês Rocha'),
  narrator: field(null),
  description: field('Um farol.'),
  language: field('pt'),
  publisher: field('Quintal'),
}

describe('the draft of a title’s metadata', () => {
  it('shows the typed value, else the edit, else the file’s', () => {
    assert.equal(inputValue(fields, { author: 'I. Rocha' }, 'author'), 'I. Rocha')
    assert.equal(inputValue(fields, {}, 'title'), 'O Farol de Sal')
    assert.equal(inputValue(fields, { title: null }, 'title'), 'O farol de sal')
    assert.equal(inputValue(fields, {}, 'subtitle'), '')
  })

  it('marks fields that differ from the file', () => {
    assert.equal(isByHand(fields, {}, 'title'), true)
    assert.equal(isByHand(fields, { title: null }, 'title'), false)
    assert.equal(isByHand(fields, { author: 'I. Rocha' }, 'author'), true)
    assert.equal(isByHand(fields, { author: ' Inês Rocha ' }, 'author'), false)
    assert.equal(isByHand(fields, { publisher: '' }, 'publisher'), true)
  })

  it('saves only changes, and restores the file’s value where they are equal', () => {
    const changes = changesOf(fields, {
      title: 'O farol de sal',
      author: 'Inês  Rocha',
      publisher: '',
      description: 'Um farol.',
      subtitle: '',
    })

    assert.deepEqual(changes, { title: null, author: 'Inês  Rocha', publisher: '' })
  })

  it('saves nothing without a change', () => {
    assert.equal(changesOf(fields, {}), undefined)
    assert.equal(changesOf(fields, { author: 'Inês Rocha', title: 'O Farol de Sal', subtitle: null }), undefined)
  })

  it('requires a title, an author and a valid language', () => {
    assert.deepEqual(faultsOf(fields, { title: '  ', author: '', language: 'português!' }), {
      title: 'titleMissing',
      author: 'authorMissing',
      language: 'languageInvalid',
    })
    assert.deepEqual(faultsOf(fields, { title: null, language: 'pt-BR', subtitle: '' }), {})
  })

  it('shows empty fields for the import’s placeholders, and does not save them', () => {
    const unknown = { ...fields, author: field('Autoria desconhecida'), language: field('und') }

    assert.deepEqual([inputValue(unknown, {}, 'author'), inputValue(unknown, {}, 'language')], ['', ''])
    assert.equal(changesOf(unknown, { author: '', language: ' ' }), undefined)
    assert.deepEqual(faultsOf(unknown, { author: '', language: '' }), {})
    assert.deepEqual(changesOf(unknown, { author: 'Inês Rocha' }), { author: 'Inês Rocha' })
  })

  it('names languages in Portuguese', () => {
    assert.equal(nameOfLanguage('pt-BR'), 'português (Brasil)')
    assert.equal(nameOfLanguage('não é'), undefined)
  })
})
