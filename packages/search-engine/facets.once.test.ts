import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IndexDocument, Term } from './document.ts'
import { blockSize, countFacets, createTally, encodeFacets, replaceParts } from './facets.ts'

/** A profile with the maximum number of fields and skills, whose terms have large ids. */
const longest: IndexDocument = {
  keys: [],
  terms: [
    ...Array.from({ length: 50 }, (_, index): Term => ['field', `field ${index}`, `Field ${index}`]),
    ...Array.from({ length: 100 }, (_, index): Term => ['skill', `skill ${index}`, `Skill ${index}`]),
  ],
  privateTerms: [],
  verified: true,
  years: 7,
}
const findId = (kind: string, term: string) => 1_000_000 + (kind === 'field' ? 0 : 100) + Number(term.slice(6))

describe('a block of facets', () => {
  it('counts all profiles of the block, including the longest possible ones', () => {
    const bytes = encodeFacets(longest, findId)
    const places = Array.from({ length: blockSize }, (_, place) => place)

    const block = replaceParts(undefined, new Map(places.map((place) => [place, bytes])))
    const counted = createTally()
    countFacets(counted, block, places)

    const [, , fields, skills] = counted.terms
    assert.deepEqual([counted.seen, counted.verified, counted.years], [256, 256, 256 * 7])
    assert.equal(fields?.get(findId('field', 'field 49')), 256)
    assert.equal(skills?.get(findId('skill', 'skill 0')), 256)
    assert.equal(skills?.has(findId('skill', 'skill 99')), false)
  })
})
