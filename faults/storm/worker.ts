import { setTimeout as wait } from 'node:timers/promises'
import type { Credential } from '../people.ts'
import { anyOf, type MemberRecord, type Tally, type Title } from './acknowledged.ts'
import { createBackend } from './backend.ts'
import { createClient } from './client.ts'
import type { Cluster } from './cluster.ts'
import { createMemberPages } from './pages.ts'

export type Worker = ReturnType<typeof createWorker>

/**
 * Simulates a partner's backend and its members' pages: acts at random, one call at a time, and records what is
 * acknowledged.
 */
export function createWorker(cluster: Cluster, number: number, { authorization }: Credential, titles: Title[]) {
  const members: MemberRecord[] = []
  const client = createClient(cluster, authorization)
  const { accounts, linked, weights } = createBackend(client, members, number)
  const pages = createMemberPages(client, members, titles)
  const deck = [...weights, ...pages.weights].flatMap(([act, weight]) => Array.from({ length: weight }, () => act))

  return {
    members,
    accounts,
    linked,
    async run(tally: Tally, isOver: () => boolean): Promise<void> {
      client.countIn(tally)
      while (!isOver()) await (cluster.anyNode() ? anyOf(deck)?.() : wait(20))
    },
  }
}
