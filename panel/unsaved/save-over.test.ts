import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerError } from '@estante/client/answer.ts'
import { saveOver } from './save-over.ts'

describe('saving over what somebody else changed meanwhile', () => {
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

  it('goes on when they changed something else', async () => {
    const { service, save, reload } = tab()

    assert.equal(await saveOver({ save, reload, hasConflicts: () => false }), true)

    assert.deepEqual(service.saves, [2])
  })

  it('stops when they changed the same', async () => {
    const { service, save, reload } = tab()

    assert.equal(await saveOver({ save, reload, hasConflicts: () => true }), false)

    assert.deepEqual(service.saves, [])
  })

  it('fails when what they changed cannot be learned', async () => {
    const { service, save } = tab()

    await assert.rejects(saveOver({ save, reload: async () => {}, hasConflicts: () => false }), AnswerError)

    assert.deepEqual(service.saves, [])
  })
})
