interface Queue {
  running: number
  waiting: (() => void)[]
}

/** Creates a queue for each key: at most `atOnce` tasks of a key run at a time, and the others wait in order. */
export function createKeyedQueue(atOnce = 1) {
  const queues = new Map<string | number, Queue>()

  return async function enqueue<Result>(key: string | number, run: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < atOnce) queue.running++
    else await new Promise<void>((begin) => queue.waiting.push(begin))
    try {
      return await run()
    } finally {
      // The next task takes the place of this one.
      const begin = queue.waiting.shift()
      if (begin) begin()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
