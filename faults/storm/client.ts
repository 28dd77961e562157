import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, type CallOptions, call } from '../people.ts'
import { newTally, type Tally } from './acknowledged.ts'
import type { Cluster } from './cluster.ts'

export type ClusterClient = ReturnType<typeof createClient>

/** Calls any running node, and counts acknowledged writes, missing answers and unexpected ones. */
export function createClient(cluster: Cluster, authorization: string) {
  let tally = newTally()

  return {
    countIn(next: Tally): void {
      tally = next
    },
    /** Sends a call. Undefined without an answer: it may have been executed. */
    async send(method: string, path: string, options: CallOptions = {}): Promise<Answer | undefined> {
      const node = cluster.anyNode()
      const answer = node && (await call(node, method, path, { authorization, ...options }).catch(() => undefined))
      if (answer && answer.status !== 503) {
        if (method !== 'GET' && answer.status < 300) tally.acknowledged++
        return answer
      }
      tally.unanswered++
      await wait(20)
      return undefined
    },
    /** Returns whether the call was answered with this status. Counts any other status as a loss. */
    expect(answer: Answer | undefined, status: number, otherwise: string): answer is Answer {
      if (!answer) return false
      if (answer.status !== status) tally.losses.push(`${otherwise}: ${answer.status} ${answer.text}`)
      return answer.status === status
    },
  }
}
