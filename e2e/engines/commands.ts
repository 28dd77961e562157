const ANSWER_LIMIT_MS = 60_000

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: unknown
  message?: string
}

export type Commands = Awaited<ReturnType<typeof openCommands>>

/** Opens a WebSocket for commands with answers, as in the DevTools protocol and in WebDriver BiDi. */
export async function openCommands(url: string, onEvent: (method: string, params: Record<string, unknown>) => void) {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`Nothing answers at ${url}`)))
  })
  const waiting = new Map<number, (message: Message) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.method) onEvent(message.method, message.params ?? {})
  })

  return {
    // biome-ignore lint/suspicious/noExplicitAny: each command has its own result.
    async send(method: string, params: object = {}, more: object = {}): Promise<any> {
      const id = ++last
      const answered = new Promise<Message>((resolve, reject) => {
        waiting.set(id, resolve)
        setTimeout(() => reject(new Error(`${method} was not answered`)), ANSWER_LIMIT_MS).unref()
      })
      socket.send(JSON.stringify({ id, method, params, ...more }))
      const { result, error, message } = await answered
      waiting.delete(id)
      if (error) throw new Error(`${method}: ${message ?? JSON.stringify(error)}`)
      return result
    },
    close: () => socket.close(),
  }
}
