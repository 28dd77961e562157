import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hashSecret, mintSecret } from './secrets.ts'

it('No two secrets are the same, and none is empty of chance', () => {
  const secrets = Array.from({ length: 1000 }, mintSecret)

  assert.equal(new Set(secrets).size, 1000)
  for (const secret of secrets) assert.match(secret, /^(?!A{10})[\w-]{43}$/)
})

it('The hash of a secret is the one that is kept since the first version', () => {
  assert.equal(hashSecret('segredo'), 'o2yscdGkShWToi2YQDRVvS1vc35GXEzz_OrSk4GggzU')
})
