import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { WITHOUT_FFMPEG, writeAudiobook } from './books.ts'
import { startInstance } from './instance.ts'
import { call, signIn, userPath } from './people.ts'
import { isRetryable } from './requests.ts'
import { ESTANTE, estante } from './service.ts'

/*
 * Simulates a full disk for one process: a limit on the size of its files (`RLIMIT_FSIZE`), which Linux can change at
 * run time.
 */
const canLimit = spawnSync('prlimit', ['--version']).status === 0
const BOOK_BYTES = 20_000_000

const { folder, settings, service, partner } = await startInstance()

describe('When the disk is full', { skip: !canLimit, timeout: 180_000 }, () => {
  it('writes get a retryable 503, reads go on, and the service recovers once there is room', async () => {
    const { address } = service
    const { authorization } = partner
    const member = await signIn(address, authorization, 'u0')
    const put = (at: number) => call(address, 'PUT', userPath(`u${at}`), { authorization, body: { name: 'Ana' } })
    const acknowledged = ['u0']
    await limitFiles(String((await stat(join(folder, 'data', 'estante.db-wal'))).size + 400_000))

    let refused = await put(1)
    for (let at = 1; refused.status === 200; at++) {
      acknowledged.push(`u${at}`)
      refused = await put(at + 1)
    }
    const session = await call(address, 'POST', '/partner/v1/sessions', {
      authorization,
      body: { externalUserId: 'x' },
    })
    const reads = await Promise.all([
      call(address, 'GET', '/partner/v1/catalog', { authorization }),
      call(address, 'GET', '/partner/v1/usage?month=2026-11', { authorization }),
      call(address, 'GET', '/play/v1/profile', { authorization: member.authorization }),
      ...acknowledged.map((id) => call(address, 'GET', userPath(id), { authorization })),
    ])
    await limitFiles('unlimited')
    const after = await Promise.all(
      [...acknowledged, 'novo'].map((id) => call(address, 'PUT', userPath(id), { authorization, body: {} })),
    )

    assert.ok(acknowledged.length > 1)
    assert.deepEqual([refused, session].map(isRetryable), [true, true])
    assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([200]))
  })

  it('an import is refused whole, with a reason, and can be repeated later', async () => {
    const book = await writeAudiobook(folder, BOOK_BYTES)
    const limited = [`--fsize=${BOOK_BYTES / 2}`, process.execPath, ESTANTE, 'catalog', 'import', book, '--json']
    const env = { ...process.env, ...settings, LOG_LEVEL: 'silent' }

    const run = await promisify(execFile)('prlimit', limited, { env }).catch((failure) => failure)
    const titles = await estante<object[]>(settings, 'catalog', 'list')
    const left = await readdir(join(folder, 'data', 'media', 'work'))
    const later = await estante<{ imported: object[] }>(
      { ...settings, ...WITHOUT_FFMPEG },
      ...['catalog', 'import', book],
    )

    const report = JSON.parse(run.stdout)
    assert.equal(run.code, 1)
    assert.equal(report.failed.length, 1)
    assert.match(report.failed[0].reason, /^[A-ZÀ-Ý].*\.$/)
    assert.deepEqual([titles, left], [[], []])
    assert.equal(later.imported.length, 1)
  })
})

/** Limits the size of the service's files. */
async function limitFiles(bytes: string): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}:`])
}
