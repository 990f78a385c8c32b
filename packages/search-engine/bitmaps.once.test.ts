import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  addAll,
  countIds,
  createBitmap,
  decodeChunk,
  encodeChunk,
  getChunkNumber,
  has,
  intersect,
  iterateIds,
  removeFrom,
  subtract,
} from './bitmaps.ts'
import { updateChunk } from './stored-chunks.ts'

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 60_000 }), { maxLength: 3_000 })
const sortAscending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

describe('sets of ids', () => {
  it('agree with sets of the language', () => {
    fc.assert(
      fc.property(someIds, someIds, (left, right) => {
        const [a, b] = [new Set(left), new Set(right)]
        assert.deepEqual([...iterateIds(intersect(createBitmap(a), createBitmap(b)))], sortAscending(a.intersection(b)))
        assert.deepEqual([...iterateIds(subtract(createBitmap(a), createBitmap(b)))], sortAscending(a.difference(b)))
        assert.deepEqual([...iterateIds(addAll(createBitmap(a), createBitmap(b)))], sortAscending(a.union(b)))
        assert.equal(countIds(createBitmap(a)), a.size)
        for (const id of right) assert.equal(has(createBitmap(a), id), a.has(id))
      }),
      { numRuns: 30 },
    )
  })

  it('are stored and loaded unchanged, small or large', () => {
    for (const many of [0, 1, 5, 1_023, 1_024, 5_000]) {
      const ids = Array.from({ length: many }, (_, index) => index * 3 + 1)
      const set = createBitmap(ids)
      const stored = new Map()
      for (const chunk of new Set(ids.map(getChunkNumber))) decodeChunk(stored, chunk, encodeChunk(set, chunk))
      assert.deepEqual([...iterateIds(stored)], ids)
    }
  })

  it('can remove an id', () => {
    const set = createBitmap([1, 2, 20_000])
    removeFrom(set, 2)
    removeFrom(set, 99_999)
    assert.deepEqual([...iterateIds(set)], [1, 20_000])
  })

  it('are changed in their stored form as in memory, from a list to a bitmap and back', () => {
    const inChunk = fc.uniqueArray(fc.integer({ min: 16_384, max: 32_767 }), { maxLength: 1_500 })
    fc.assert(
      fc.property(inChunk, inChunk, inChunk, (before, given, taken) => {
        const removed = new Set(taken)
        const added = new Set(given).difference(removed)
        const stored = updateChunk(encodeChunk(createBitmap(before), 1), 1, { added, removed })
        const set = new Map()
        decodeChunk(set, 1, stored)
        const expected = new Set(before).union(added).difference(removed)
        assert.deepEqual([...iterateIds(set)], sortAscending(expected))
        assert.equal(stored.length, Math.min(expected.size * 2, 2_048))
      }),
      { numRuns: 100 },
    )
  })

  it('lose every occurrence of an id that was appended twice', () => {
    const twice = new Uint8Array([7, 0, 9, 0, 7, 0])
    const change = { added: new Set<number>(), removed: new Set([7]) }
    assert.deepEqual([...updateChunk(twice, 0, change)], [9, 0])
    assert.deepEqual([...updateChunk(twice, 0, { ...change, removed: new Set([7, 9]) })], [])
  })
})
