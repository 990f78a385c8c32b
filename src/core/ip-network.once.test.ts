import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toNeighborhood, toNetwork } from './ip-network.ts'

describe('toNetwork', () => {
  const networks: [address: string, network: string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['', ''],
    ['not an address', 'not an address'],
  ]

  for (const [address, network] of networks)
    it(`counts ${address || 'no address'} as ${network || 'no address'}`, () => {
      assert.equal(toNetwork(address), network)
    })
})

describe('toNeighborhood', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['192.0.3.7', '192.0.3.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    ['', ''],
  ] as const)
    it(`of ${address || 'no address'} is ${network || 'no address'}`, () => {
      assert.equal(toNeighborhood(address), network)
    })
})
