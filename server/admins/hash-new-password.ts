import { createKeyedQueue } from '../keyed-queue.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'

const enqueue = createKeyedQueue()

/**
 * Checks and hashes a password that somebody chooses. `chosenBy`: the id of their account or link. Its passwords are
 * hashed one after another, so that many at once do not fill the queue of `hashPassword`, where sign-ins wait, too.
 * Throws `WEAK_PASSWORD`.
 */
export function hashNewPassword(chosenBy: string, password: string, about: string[]): Promise<string> {
  return enqueue(chosenBy, async () => {
    await refuseWeakPassword(password, about)
    return hashPassword(password)
  })
}
