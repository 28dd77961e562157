import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { endpointsOf, type OpenApi } from './openapi.ts'
import { samplesOf } from './samples.ts'

const OPENAPI = new URL('../../contract/partner-v1.openapi.json', import.meta.url)
const KEYS = { ESTANTE_CLIENT_ID: 'id', ESTANTE_CLIENT_SECRET: 'secret' }

interface Language {
  /** Makes one program of the samples of all endpoints. */
  program: (samples: string[]) => string
  file: string
  /** Shell command that fails on a machine that cannot run the samples. */
  probe: string
  /** Commands that run the file, in its folder. */
  run: string[][]
  /** Whether the sample goes on to the next page of the catalog. */
  pages: boolean
}

const languages: Record<string, Language> = {
  curl: {
    program: (samples) => samples.join('\n'),
    file: 'samples.sh',
    probe: 'command -v curl',
    run: [['bash', '-e', 'samples.sh']],
    pages: false,
  },
  TypeScript: {
    program: blocks,
    file: 'samples.mts',
    probe: 'true',
    run: [['node', 'samples.mts']],
    pages: true,
  },
  PHP: {
    program: (samples) => `<?php\n${samples.join('\n')}`,
    file: 'samples.php',
    probe: "php -r 'curl_init();'",
    run: [['php', 'samples.php']],
    pages: true,
  },
  Python: {
    program: (samples) => samples.join('\n'),
    file: 'samples.py',
    probe: "python3 -c 'import requests'",
    run: [['python3', 'samples.py']],
    pages: true,
  },
  Java: {
    program: (samples) => {
      const { imports, rest } = hoist(samples, /^import .*\n/gm)
      return `${imports}class Samples { public static void main(String[] a) throws Exception {\n${blocks(rest)}\n}}`
    },
    file: 'Samples.java',
    probe: `java -version 2>&1 | grep -E 'version "(1[7-9]|[2-9][0-9])'`,
    run: [['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', 'Samples.java']],
    pages: false,
  },
  'C#': {
    program: (samples) => {
      const { imports, rest } = hoist(samples, /^using .*\n/gm)
      const run = `static async System.Threading.Tasks.Task Run() {\n${blocks(rest)}\n}`
      return `${imports}class Samples { ${run}\nstatic void Main() { Run().GetAwaiter().GetResult(); } }`
    },
    file: 'samples.cs',
    probe: 'command -v mcs && test -d /usr/lib/mono/gac/System.Net.Http',
    run: [
      ['mcs', '-r:System.Net.Http', 'samples.cs'],
      ['mono', 'samples.exe'],
    ],
    pages: false,
  },
  Go: {
    program: (samples) => {
      const { imports, rest } = hoist(samples, /^\t"[\w/]+"\n/gm)
      const calls = rest.map((sample) => /func (\w+)/.exec(sample)?.[1])
      const main = calls.map((name) => `\tif _, err := ${name}(); err != nil {\n\t\tpanic(err)\n\t}`).join('\n')
      const functions = rest.map((sample) => sample.replace(/^import \(\n\)\n/m, '')).join('\n')
      return `package main\nimport (\n${imports})\n${functions}\nfunc main() {\n${main}\n}`
    },
    file: 'samples.go',
    probe: 'command -v go',
    run: [['go', 'run', 'samples.go']],
    pages: false,
  },
}

describe('the samples of all endpoints', async () => {
  const api = JSON.parse(await readFile(OPENAPI, 'utf8')) as OpenApi
  const endpoints = endpointsOf(api)
  const { address, calls } = await recordCalls()
  const samples = endpoints.map((endpoint) => samplesOf(endpoint, address))

  for (const [name, { program, file, probe, run, pages }] of Object.entries(languages)) {
    const skip = spawnSync('sh', ['-c', probe]).status !== 0 && `fails here: ${probe}`
    it(`call them in ${name}, with the credential and the body of the example`, { skip }, async () => {
      const folder = await temporaryFolder()
      const texts = samples.map((all) => all.find((sample) => sample.name === name)?.text ?? assert.fail())
      await writeFile(join(folder, file), program(texts))
      calls.length = 0

      const env = { ...process.env, ...KEYS, GOCACHE: join(folder, 'cache'), GOFLAGS: '-mod=mod' }
      for (const [tool = '', ...rest] of run) await promisify(execFile)(tool, rest, { cwd: folder, env })

      const expected = endpoints.flatMap(({ method, path, operationId, parameters, requestBody }) => {
        const [example] = Object.values(requestBody?.content['application/json'].examples ?? {})
        const month = parameters?.some((one) => one.name === 'month') ? '?month=2026-11' : ''
        const url = path.replace('{externalUserId}', 'cliente-48213') + month
        const cursors = operationId === 'listCatalog' && pages ? ['', '?cursor=c1', '?cursor=c2'] : ['']
        const authorization = `Basic ${btoa('id:secret')}`
        return cursors.map((cursor) => ({ call: `${method} ${url}${cursor}`, authorization, body: example?.value }))
      })
      assert.deepEqual(calls, expected)
    })
  }

  it('stop waiting after ten seconds in every language', () => {
    const timeout =
      /max-time 10|timeout\(10_000\)|TIMEOUT => 10|timeout=10|ofSeconds\(10\)|FromSeconds\(10\)|10 \* time\.Second/
    const waiting = samples.flat().filter(({ text }) => !timeout.test(text))
    assert.deepEqual(waiting, [])
  })

  it('are run in every language that the reference shows', () => {
    assert.deepEqual(
      samples[0]?.map(({ name }) => name),
      Object.keys(languages),
    )
  })
})

/** Takes the imports out of the samples, each once. */
function hoist(samples: string[], pattern: RegExp): { imports: string; rest: string[] } {
  const imports = new Set(samples.flatMap((sample) => sample.match(pattern) ?? []))
  return { imports: [...imports].join(''), rest: samples.map((sample) => sample.replaceAll(pattern, '')) }
}

function blocks(samples: string[]): string {
  return samples.map((sample) => `{\n${sample}\n}`).join('\n')
}

/** A server with three pages of catalog and erased members, which records its requests. */
async function recordCalls() {
  const calls: { call: string; authorization: string | undefined; body: unknown }[] = []
  const app = Fastify()
  app.all('*', async ({ method, url, headers, body }, reply) => {
    const cursor = new URL(url, 'http://x').searchParams.get('cursor')
    calls.push({ call: `${method} ${url}`, authorization: headers.authorization, body: body ?? undefined })
    // An erased member may be revoked again; erasing them again is as good as done.
    if (method === 'DELETE') return url.endsWith('/data') ? reply.status(204).send() : reply.status(404).send({})
    return { items: [{}], nextCursor: cursor === null ? 'c1' : cursor === 'c1' ? 'c2' : null }
  })
  after(() => app.close())
  return { address: await app.listen({ port: 0, host: '127.0.0.1' }), calls }
}
