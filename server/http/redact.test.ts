import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { grantMedia } from '../publications/grant.ts'
import { mintToken } from '../secrets.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { toLoggedError, toLoggedRequest } from './redact.ts'

it('A log line says what failed in the database, and nothing of the rows', async () => {
  const { context } = await testContext()
  const { id, slug } = await addPartner(context)
  const repeat = context.db.write((tx) =>
    tx.insertInto('partner').values({ id, slug, name: 'segredo', created_at: 0 }).execute(),
  )
  const error: Error = await repeat.catch((error) => error)

  const line = JSON.stringify(toLoggedError(error))

  assert.match(line, /unique/i)
  assert.doesNotMatch(line, new RegExp(`segredo|${id}|${slug}`))
})

it('A log line shows no grant and no token, however the address that holds it is written', () => {
  const grant = grantMedia('k', Date.now(), {
    memberSessionId: '0199aa00-0000-7000-8000-000000000000',
    publicationId: 'pub_0199aa00-0000-7000-8000-000000000001',
    revision: 1,
  }).manifestUrl.split('/')[4]!
  const { token } = mintToken('lt', 'lch_0199aa00-0000-7000-8000-000000000000')
  const addresses = [
    `/play/v1/media/${grant}/manifest.json`,
    `//play/v1/media/${grant}/x`,
    `/play/v1/media%2F${grant}`,
    `/PLAY/V1/MEDIA/${grant}/x`,
    `/play//v1/media/${grant.slice(0, 30)}`,
    `/media/${grant.replace('.', '%2E')}/x`,
    `/launch/${token}`,
    `/launch?token=${token}`,
    `/painel/convite/${token.replace('lt', 'iv')};x`,
  ]

  for (const url of addresses) {
    const { path } = toLoggedRequest({ method: 'GET', url } as FastifyRequest)
    const pieces = [grant, token].flatMap((key) => key.split(/[._]/)).filter((piece) => piece.length > 2)
    for (const piece of pieces) assert.ok(!path.includes(piece.slice(0, 20)), `${url}: ${path}`)
  }
})

it('A log line shows the rest of an address as it is', () => {
  const paths = [
    '/panel/v1/publications/pub_0199aa00-0000-7000-8000-000000000001/availability',
    '/partner/v1/users/cliente-000123',
    '/capas/0199aa00-0000-7000-8000-000000000001/0123456789abcdef/320.webp',
  ]

  const logged = paths.map((url) => toLoggedRequest({ method: 'GET', url } as FastifyRequest).path)

  assert.deepEqual(logged, paths)
})
