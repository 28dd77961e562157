import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { inspect } from 'node:util'
import type { CatalogItem } from '@estante/contract/partner/catalog.ts'
import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import type { PartnerUser, UpsertUserRequest } from '@estante/contract/partner/users.ts'
import type * as sdk from './client.ts'
import { EstanteError, estanteClient, retryDelayMs } from './client.ts'

/** True for types that are assignable to each other, with all their fields. */
type IsSame<A, B> = [Required<A>, Required<B>] extends [Required<B>, Required<A>] ? true : false

type OpeningMember = Parameters<sdk.EstanteClient['openBooks']>[0]

// The package imports nothing: the type check fails here when its types differ from the API's.
true satisfies IsSame<sdk.Member, PartnerUser>
true satisfies IsSame<sdk.MemberChanges, UpsertUserRequest>
true satisfies IsSame<OpeningMember, Omit<CreateSessionRequest, 'redirectPath'>>
// Both calls take every field of a member.
true satisfies IsSame<
  keyof Omit<CreateSessionRequest, 'externalUserId' | 'redirectPath'>,
  keyof Omit<UpsertUserRequest, 'status'>
>
true satisfies IsSame<sdk.CatalogItem, CatalogItem>
true satisfies IsSame<sdk.UsageReport, UsageReport>

const now = Date.UTC(2026, 10, 20, 12)

describe('Retries', () => {
  it('wait 1, 2 and 4 seconds, then return the answer', () => {
    const delays = [0, 1, 2, 3].map((attempt) => retryDelayMs(attempt, 429, null, now))

    assert.deepEqual(delays, [1000, 2000, 4000, undefined])
  })

  it('wait as long as Retry-After says, in seconds or as a date', () => {
    assert.equal(retryDelayMs(0, 429, '7', now), 7000)
    assert.equal(retryDelayMs(0, 429, '0', now), 0)
    assert.equal(retryDelayMs(0, 503, 'Fri, 20 Nov 2026 12:00:05 GMT', now), 5000)
    assert.equal(retryDelayMs(0, 503, 'Fri, 20 Nov 2026 11:00:00 GMT', now), 0)
    assert.equal(retryDelayMs(1, 429, 'soon', now), 2000)
  })

  it('follow server errors and lost answers, but no refusals', () => {
    assert.equal(retryDelayMs(0, 0, null, now), 1000)
    assert.equal(retryDelayMs(0, 500, null, now), 1000)
    for (const final of [200, 201, 204, 400, 401, 403, 404, 409]) {
      assert.equal(retryDelayMs(0, final, '1', now), undefined)
    }
  })
})

describe('The client', () => {
  const keys = { clientId: 'estante_live_test', clientSecret: 'secret-of-the-test' }

  it('shows no secret when it is printed, and sends none over plain http to another machine', () => {
    const client = estanteClient('http://localhost:1', keys)

    assert.doesNotMatch(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client), /secret-of/)
    assert.throws(() => estanteClient('http://livros.example.com', keys), /not https/)
  })

  it('says which address it cannot call', () => {
    for (const address of ['livros.example.com', ''])
      assert.throws(() => estanteClient(address, keys), {
        message: `${address} is not an address like https://livros.example.com`,
      })
  })

  it('never calls the address of another member', async (t) => {
    const { url, requests } = await answering(t, [(response) => response.end()])
    const client = estanteClient(url, keys)

    const codes = await Array.fromAsync(
      ['', '.', '..', '\ud800'],
      async (id) => (await failure(client.eraseData(id))).code,
    )
    await client.eraseData('a/..')

    assert.deepEqual(codes, Array(4).fill('VALIDATION'))
    assert.deepEqual(requests, ['DELETE /partner/v1/users/a%2F../data'])
  })

  it('iterates over the catalog, page after page', async (t) => {
    const { url, requests } = await answering(t, [
      (response) => response.end('{"items":[{"id":"a"}],"nextCursor":"c/1"}'),
      (response) => response.end('{"items":[{"id":"b"}],"nextCursor":null}'),
    ])

    const items = await Array.fromAsync(estanteClient(url, keys).catalog('ebook'))

    assert.deepEqual(
      items.map(({ id }) => id),
      ['a', 'b'],
    )
    assert.deepEqual(requests, [
      'GET /partner/v1/catalog?limit=200&type=ebook',
      'GET /partner/v1/catalog?limit=200&type=ebook&cursor=c%2F1',
    ])
  })

  it('says when to retry, and has the request id for the support team', async (t) => {
    const headers = { 'retry-after': '58', 'x-request-id': 'r1' }
    const body = '{"statusCode":429,"code":"RATE_LIMITED","message":"Espere."}'
    const { url } = await answering(t, [(response) => response.writeHead(429, headers).end(body)])

    const { code, retryAfter, requestId } = await failure(estanteClient(url, keys).usage('2026-11'))

    assert.deepEqual([code, retryAfter, requestId], ['RATE_LIMITED', '58', 'r1'])
  })

  it('takes an answer that breaks off for a lost one', async (t) => {
    const { url } = await answering(t, [
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"launchUrl":')
        response.destroy()
      },
    ])

    const { code } = await failure(estanteClient(url, keys, { patienceMs: 900 }).openBooks({ externalUserId: 'u' }))

    assert.equal(code, 'UNREACHABLE')
  })

  it('takes no longer than its caller is patient, with all its attempts', async (t) => {
    const conflict = '{"statusCode":409,"code":"EMAIL_CONFLICT","message":"É de outro membro."}'
    const { url } = await answering(t, [
      (response) => response.writeHead(503, { 'retry-after': '0.05' }).end(),
      (response) => response.writeHead(409).end(conflict),
      (response) => response.end('{"launchUrl":"u"}'),
      (response) => response.end('{}'),
    ])
    const timeout = t.mock.method(AbortSignal, 'timeout')

    await estanteClient(url, keys).openBooks({ externalUserId: 'u', email: 'u@example.com' })
    await estanteClient(url, keys, { patienceMs: Number.POSITIVE_INFINITY }).usage('2026-11')

    const [first = 0, second = 0, withoutEmail = 0, longest] = timeout.mock.calls.map((call) => call.arguments[0])
    assert.ok(first <= 10_000 && second < first - 40 && withoutEmail <= second, `${[first, second, withoutEmail]}`)
    assert.equal(longest, 2 ** 31 - 1)
  })

  it('gives up on a service that does not answer in time', async (t) => {
    const { url } = await answering(t, [])
    const statuses: number[] = []
    const onCall = ({ status }: sdk.Call) => statuses.push(status)

    const { code } = await failure(estanteClient(url, keys, { patienceMs: 50, onCall }).usage('2026-11'))

    assert.equal(code, 'UNREACHABLE')
    assert.deepEqual(statuses, [0])
  })

  it('stops waiting for a retry when it is aborted', async (t) => {
    const stop = new AbortController()
    const { url } = await answering(t, [(response) => response.writeHead(503).end()])
    const statuses: number[] = []
    const onCall = ({ status }: sdk.Call) => {
      statuses.push(status)
      setImmediate(() => stop.abort())
    }

    await assert.rejects(estanteClient(url, keys, { signal: stop.signal, onCall }).usage('2026-11'), {
      name: 'AbortError',
    })

    assert.deepEqual(statuses, [503])
  })
})

/** A server that gives one answer after another, and records the requests. */
async function answering(t: TestContext, answers: ((response: ServerResponse) => void)[]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answers.shift()?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

async function failure(call: Promise<unknown>): Promise<EstanteError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(error instanceof EstanteError)
  return error
}
