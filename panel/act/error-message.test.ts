import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerError } from '@estante/client/answer.ts'
import { errorMessage } from './error-message.ts'

describe('what is said of an act that was refused', () => {
  it('is that the screen is out of date, when what it acts on is gone', () => {
    const gone = new AnswerError(404, 'NOT_FOUND', 'Endereço não encontrado.', undefined)

    assert.equal(errorMessage(gone), 'Isto mudou enquanto a tela estava aberta. Recarregue para ver como está.')
  })

  it('is what the service says, when it says how to mend it', () => {
    const refusal = new AnswerError(409, 'ADMIN_EXISTS', 'Esta pessoa já está na equipe.', undefined)

    assert.equal(errorMessage(refusal), 'Esta pessoa já está na equipe.')
  })
})
