import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conflictsOf, dropField, dropSaved, emptyDraft, overwriteConflicts, writeFields } from './draft.ts'

interface Fields {
  title: string
  author: string | null
  origins: readonly string[]
}

const known: Fields = { title: 'O farol', author: null, origins: ['https://a.example'] }

describe('a draft', () => {
  it('keeps input typed during a save', () => {
    const sent = writeFields(emptyDraft<Fields>(), known, { title: 'Primeiro nome', author: 'Inês' })
    const typedMeanwhile = writeFields(sent, known, { title: 'Segundo nome', origins: [] })
    const afterwards = { ...known, title: 'Primeiro nome', author: 'Inês' }

    const left = dropSaved(typedMeanwhile, sent.written, afterwards)

    assert.deepEqual(left.written, { title: 'Segundo nome', origins: [] })
    assert.deepEqual(conflictsOf(left, afterwards), [])
  })

  it('is empty once everything in it was saved', () => {
    const sent = writeFields(emptyDraft<Fields>(), known, { origins: ['https://b.example'] })

    const left = dropSaved(sent, { origins: ['https://b.example'] }, { ...known, origins: ['https://b.example'] })

    assert.deepEqual(left, emptyDraft())
  })

  it('finds fields that somebody else changed since editing began', () => {
    const draft = writeFields(emptyDraft<Fields>(), known, { title: 'Meu', author: 'Inês' })
    const changed = { ...known, title: 'De outra pessoa', origins: [] }

    assert.deepEqual(conflictsOf(draft, known), [])
    assert.deepEqual(conflictsOf(draft, changed), ['title'])
    // Typing on does not hide the conflict.
    assert.deepEqual(conflictsOf(writeFields(draft, changed, { title: 'Meu texto' }), changed), ['title'])
    // Both wrote the same value.
    assert.deepEqual(conflictsOf(draft, { ...known, title: 'Meu' }), [])
  })

  it('resolves a conflict either way', () => {
    const draft = writeFields(emptyDraft<Fields>(), known, { title: 'Meu', author: 'Inês' })
    const changed = { ...known, title: 'De outra pessoa' }

    const mine = overwriteConflicts(draft, changed)
    const theirs = dropField(draft, 'title')

    assert.deepEqual([mine.written, conflictsOf(mine, changed)], [draft.written, []])
    assert.deepEqual([theirs.written, conflictsOf(theirs, changed)], [{ author: 'Inês' }, []])
  })
})
