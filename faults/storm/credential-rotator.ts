import { type Credential, call, toCredential } from '../people.ts'
import { startCommand } from '../service.ts'
import type { Tally } from './acknowledged.ts'
import type { Cluster } from './cluster.ts'

export type CredentialRotator = ReturnType<typeof createCredentialRotator>

/** The operator who keeps rotating a secret: the new one works at once, and no earlier one ever again. */
export function createCredentialRotator(world: Cluster, first: Credential) {
  let current: Credential | undefined = first
  const earlier: Credential[] = []

  return {
    async run(tally: Tally, isOver: () => boolean): Promise<void> {
      while (!isOver()) await rotate(tally)
    },
    /** What was acknowledged holds, on every node. A rotation without an answer is then made again. */
    async look(tally: Tally): Promise<void> {
      if (!current) await rotate(tally)
      for (const node of world.nodes()) {
        for (const credential of earlier.slice(-3))
          await expect(node, credential, 401, 'a replaced secret works', tally)
        if (current) await expect(node, current, 200, 'a rotated secret does not work', tally)
        else tally.losses.push('a secret cannot be rotated')
      }
    },
  }

  async function rotate(tally: Tally): Promise<void> {
    const { answer } = await startCommand(world.settings, 'credential', 'rotate', first.clientId).ended
    if (current) {
      earlier.push(current)
      // Without an answer the earlier secret may still be good, until the next rotation.
      current = undefined
    }
    if (answer === undefined) {
      tally.unanswered++
      return
    }
    tally.acknowledged++
    current = toCredential(answer as { clientId: string; clientSecret: string })
  }

  async function expect(node: string, { authorization }: Credential, status: number, otherwise: string, tally: Tally) {
    const answer = await call(node, 'GET', '/partner/v1/catalog?limit=1', { authorization })
    if (answer.status !== status) tally.losses.push(`${otherwise}: ${answer.status}`)
  }
}
