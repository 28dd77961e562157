import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { build } from 'vite'
import type { Job, Outcome } from './job.ts'

export interface Answer {
  type: string
  body: string | Buffer
  /** How long the server waits before it answers. */
  afterMs?: number
}

/** Server from which a browser fetches jobs, and to which it reports results. */
export interface LettersServer {
  url: string
  /** Resolves with the browser's result. Rejects if it reports nothing for `limitMs`. */
  run(job: Omit<Job, 'id'>, limitMs: number): Promise<Outcome>
  /** Answers the next request for a job that there are no more. */
  close(): Promise<void>
}

/** The policy of `server/media/routes.ts`: a book runs no code. */
const BOOK_POLICY =
  "default-src 'none'; script-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; sandbox allow-same-origin allow-scripts"

const PAGE = `<!DOCTYPE html><html lang="pt-BR"><meta charset="utf-8"><title>letters</title>
<style>body { margin: 0 } .reader-frame { position: absolute; top: 0; left: 0; border: 0; visibility: hidden } .reader-frame[data-current] { visibility: visible }</style>
<body><script type="module" src="/in-page.js"></script></body></html>`

/** Serves the test page, and the files of books that `find` returns by path. */
export async function startLettersServer(find: (path: string) => Promise<Answer | undefined>): Promise<LettersServer> {
  bundled ??= bundle()
  const script = await bundled
  const waiting: ServerResponse[] = []
  const queued: Job[] = []
  const running = new Map<number, (outcome: Outcome) => void>()
  let isClosed = false
  let jobs = 0

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/job') {
      waiting.push(response)
      deal()
    } else if (pathname === '/outcome') {
      void text(request).then((body) => {
        const outcome = JSON.parse(body) as Outcome
        running.get(outcome.id)?.(outcome)
        response.end()
      })
    } else if (pathname === '/') send({ type: 'text/html; charset=utf-8', body: PAGE })
    else if (pathname === '/in-page.js') send({ type: 'text/javascript; charset=utf-8', body: script })
    else void find(decodeURIComponent(pathname)).then(sendBook)

    function send(answer: Answer, headers = {}) {
      response.writeHead(200, { 'Content-Type': answer.type, 'Cache-Control': 'no-store', ...headers }).end(answer.body)
    }

    function sendBook(answer: Answer | undefined) {
      if (answer) setTimeout(send, answer.afterMs ?? 0, answer, { 'Content-Security-Policy': BOOK_POLICY })
      else response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function deal() {
    while (waiting.length > 0 && (isClosed || queued.length > 0)) {
      const response = waiting.shift()!
      if (response.destroyed) continue
      if (isClosed) response.writeHead(204).end()
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(queued.shift()))
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    run(job, limitMs) {
      const id = ++jobs
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      const timer = setTimeout(() => reject(new Error(`no answer for ${limitMs / 1000} s`)), limitMs)
      running.set(id, resolve)
      queued.push({ ...job, id })
      deal()
      return promise.finally(() => {
        clearTimeout(timer)
        running.delete(id)
        const index = queued.findIndex((one) => one.id === id)
        if (index >= 0) queued.splice(index, 1)
      })
    },
    async close() {
      isClosed = true
      deal()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let bundled: Promise<string> | undefined

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: 'in-page.ts', formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [{ output }] = built as unknown as [{ output: { code: string }[] }]
  return output[0]!.code
}
