import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerError } from '@estante/client/answer.ts'
import { errorMessage } from './error-message.ts'

describe('the message of a refused action', () => {
  it('says that the screen is outdated when the subject is gone', () => {
    const gone = new AnswerError(404, 'NOT_FOUND', 'Endereço não encontrado.', undefined)

    assert.equal(errorMessage(gone), 'Isto mudou enquanto a tela estava aberta. Recarregue para ver como está.')
  })

  it('is the service’s own, when it says what to do', () => {
    const refusal = new AnswerError(409, 'ADMIN_EXISTS', 'Esta pessoa já está na equipe.', undefined)

    assert.equal(errorMessage(refusal), 'Esta pessoa já está na equipe.')
  })
})
