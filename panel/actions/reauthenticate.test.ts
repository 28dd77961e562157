import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { AnswerError } from '@estante/client/answer.ts'
import type { Me } from '@estante/contract/panel/admins.ts'
import { setSignedInAdmin } from '../admin-session/admin-session.ts'
import { CancelledReauthentication, pendingReauthentication, withReauthentication } from './reauthenticate.ts'

describe('the password that an action needs', () => {
  afterEach(() => pendingReauthentication.value?.cancelled())

  it('is asked for once by actions that are refused together', async () => {
    const actions = Promise.all([refusedOnce('one'), refusedOnce('other')].map(withReauthentication))
    await refusals()

    pendingReauthentication.value?.confirmed()

    assert.deepEqual(await actions, ['one', 'other'])
    assert.equal(pendingReauthentication.value, undefined)
  })

  it('is not asked of another admin, who signs in instead', async () => {
    setSignedInAdmin(adminOf('adm_1'))
    const action = withReauthentication(refusedOnce('done'))
    await refusals()

    setSignedInAdmin(adminOf('adm_2'))

    await assert.rejects(action, CancelledReauthentication)
    assert.equal(pendingReauthentication.value, undefined)
  })

  it('is still asked for when the same admin is loaded again', async () => {
    setSignedInAdmin(adminOf('adm_1'))
    const action = withReauthentication(refusedOnce('done'))
    await refusals()

    setSignedInAdmin(adminOf('adm_1'))
    pendingReauthentication.value?.confirmed()

    assert.equal(await action, 'done')
  })
})

/** An action that the service refuses until the password is confirmed. */
function refusedOnce(result: string) {
  let isRefused = true
  return async () => {
    if (!isRefused) return result
    isRefused = false
    throw new AnswerError(401, 'SIGN_IN_AGAIN', 'Confirme a sua senha para continuar.', undefined)
  }
}

function refusals() {
  return new Promise((resolve) => setImmediate(resolve))
}

function adminOf(id: string) {
  return { admin: { id, hasSecondFactor: true } } as Me
}
