import { type Credential, call, toCredential } from '../people.ts'
import { startCommand } from '../service.ts'
import type { Tally } from './acknowledged.ts'
import type { Cluster } from './cluster.ts'

export type CredentialRotator = ReturnType<typeof createCredentialRotator>

/** Rotates a secret repeatedly: the new one works at once, and no earlier one again. */
export function createCredentialRotator(cluster: Cluster, first: Credential) {
  let current: Credential | undefined = first
  const earlier: Credential[] = []

  return {
    async run(tally: Tally, isOver: () => boolean): Promise<void> {
      while (!isOver()) await rotate(tally)
    },
    /** Checks that acknowledged rotations hold on every node. First repeats one without an answer. */
    async verify(tally: Tally): Promise<void> {
      if (!current) await rotate(tally)
      for (const node of cluster.nodes()) {
        for (const credential of earlier.slice(-3))
          await expect(node, credential, 401, 'a replaced secret works', tally)
        if (current) await expect(node, current, 200, 'a rotated secret does not work', tally)
        else tally.losses.push('a secret cannot be rotated')
      }
    },
  }

  async function rotate(tally: Tally): Promise<void> {
    const { answer } = await startCommand(cluster.settings, 'credential', 'rotate', first.clientId).ended
    if (current) {
      earlier.push(current)
      // Without an answer, the earlier secret may be valid until the next rotation.
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
