interface Queue {
  running: number
  waiting: (() => void)[]
}

/** Creates turns: of what runs for one key, only so much runs at once, and the rest waits. Keys do not wait for others. */
export function createTurns(atOnce = 1) {
  const queues = new Map<string | number, Queue>()

  return async function inTurn<Result>(key: string | number, run: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < atOnce) queue.running++
    else await new Promise<void>((begin) => queue.waiting.push(begin))
    try {
      return await run()
    } finally {
      // The next one takes this one's place.
      const begin = queue.waiting.shift()
      if (begin) begin()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
