import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerError } from '@estante/client/answer.ts'
import { saveOver } from './save-over.ts'

describe('saving after somebody else’s change', () => {
  const tab = () => {
    const service = { version: 2, saves: [] as number[] }
    const known = { version: 1 }
    const save = async () => {
      if (known.version !== service.version) throw new AnswerError(409, 'CHANGED_MEANWHILE', 'Mudou.', undefined)
      service.saves.push(known.version)
    }
    const reload = async () => {
      known.version = service.version
    }
    return { service, save, reload }
  }

  it('succeeds when they changed other fields', async () => {
    const { service, save, reload } = tab()

    assert.equal(await saveOver({ save, reload, hasConflicts: () => false }), true)

    assert.deepEqual(service.saves, [2])
  })

  it('stops when they changed the same fields', async () => {
    const { service, save, reload } = tab()

    assert.equal(await saveOver({ save, reload, hasConflicts: () => true }), false)

    assert.deepEqual(service.saves, [])
  })

  it('fails when their change cannot be loaded', async () => {
    const { service, save } = tab()

    await assert.rejects(saveOver({ save, reload: async () => {}, hasConflicts: () => false }), AnswerError)

    assert.deepEqual(service.saves, [])
  })
})
