import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mintSecret } from './random-pool.ts'
import { hashSecret } from './secrets.ts'

it('Secrets are unique and have full entropy', () => {
  const secrets = Array.from({ length: 1000 }, mintSecret)

  assert.equal(new Set(secrets).size, 1000)
  for (const secret of secrets) assert.match(secret, /^(?!A{10})[\w-]{43}$/)
})

it('The hash of a secret never changes between versions', () => {
  assert.equal(hashSecret('segredo').toString('base64url'), 'o2yscdGkShWToi2YQDRVvS1vc35GXEzz_OrSk4GggzU')
})
