import { createKeyedQueue } from '../keyed-queue.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'

const enqueue = createKeyedQueue()

/**
 * Checks and hashes a password that somebody chooses. `chosenBy`: the id of their account or link, of which one waits in
 * the queue of passwords at a time: nobody keeps others from signing in. Throws `WEAK_PASSWORD`.
 */
export function hashNewPassword(chosenBy: string, password: string, about: string[]): Promise<string> {
  return enqueue(chosenBy, async () => {
    await refuseWeakPassword(password, about)
    return hashPassword(password)
  })
}
