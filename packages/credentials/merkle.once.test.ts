import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getRoot, hashLeaf, hashNode, proveConsistency, proveInclusion, type ReadNode, RootBuilder } from './merkle.ts'

/** The leaves and roots with which the reference implementation of Certificate Transparency tests itself. */
const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const leaves = inputs.map((hex) => hashLeaf(Buffer.from(hex, 'hex').toString('latin1')))
const read: ReadNode = async (level, index) => {
  const leaf = leaves[index]
  assert.ok(level > 0 || leaf !== undefined)
  return level === 0 && leaf !== undefined
    ? leaf
    : hashNode(await read(level - 1, 2 * index), await read(level - 1, 2 * index + 1))
}
const toHex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

describe('the Merkle tree', () => {
  it('has the roots of the reference implementation', async () => {
    const builder = new RootBuilder()
    for (const [size, root] of roots.entries()) {
      assert.equal(toHex(await getRoot(read, size)), root)
      assert.equal(toHex(builder.getRoot()), root)
      const next = leaves[size]
      if (next !== undefined) builder.add(next)
    }
  })

  it('has the proofs of RFC 6962, section 2.1.3', async () => {
    const [a, b, c, d, e, f, j] = leaves
    assert.ok(a && b && c && d && e && f && j)
    const [g, h, i] = [hashNode(a, b), hashNode(c, d), hashNode(e, f)]
    const [k, l] = [hashNode(g, h), hashNode(i, j)]

    assert.deepEqual(await proveInclusion(read, 0, 7), [b, h, l])
    assert.deepEqual(await proveInclusion(read, 3, 7), [c, g, l])
    assert.deepEqual(await proveInclusion(read, 4, 7), [f, j, k])
    assert.deepEqual(await proveInclusion(read, 6, 7), [i, k])
    assert.deepEqual(await proveConsistency(read, 3, 7), [c, d, g, l])
    assert.deepEqual(await proveConsistency(read, 4, 7), [l])
    assert.deepEqual(await proveConsistency(read, 6, 7), [i, j, k])
  })
})
