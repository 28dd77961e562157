import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { networkOf } from './network.ts'

describe('the network of an address', () => {
  it('is the /64 of an IPv6 address, however it is written, and any other address itself', () => {
    for (const address of [
      '2001:db8:0:7::1',
      '2001:db8::7:ffff:0:0:1',
      '2001:0DB8:0000:0007:1:2:3:4',
      '2001:db8:0:7::%eth0',
    ]) {
      assert.equal(networkOf(address), '2001:db8:0:7', address)
    }
    assert.equal(networkOf('::1'), '0:0:0:0')
    assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
    assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
  })
})
