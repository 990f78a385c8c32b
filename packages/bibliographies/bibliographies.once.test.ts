import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { interpretCrossref, parseBibtex, parseCslJson, parseRis } from './index.ts'

const limits = { entries: 2, authors: 2, nameCharacters: 300 }

describe('a bibliography', () => {
  it('counts the authors that it does not read', () => {
    const [reference] = parseBibtex('@misc{a, title = {A}, author = {B, C and D, E and F, G}}', limits)

    assert.ok(reference !== undefined && 'work' in reference)
    assert.deepEqual(reference.work.authors, [
      { given: 'C', family: 'B' },
      { given: 'E', family: 'D' },
    ])
    assert.equal(reference.work.authorsCount, 3)
  })

  it('names the fault of an entry by its key, and reads the others', () => {
    const references = parseBibtex('@misc{a, title = {A}}\n@misc{b, title = {B', limits)

    assert.deepEqual(
      references.map((reference) => ('fault' in reference ? [reference.key, reference.fault] : [reference.key])),
      [['a'], ['b', 'syntax']],
    )
  })

  it('reads one entry more than the most, which tells that there are more', () => {
    const items = JSON.stringify(Array.from({ length: 9 }, (_, id) => ({ id, title: `Title ${id}` })))

    assert.equal(parseCslJson(items, limits)?.length, 3)
    assert.equal(parseRis('TY  - BOOK\nTI  - A\nER  -\n'.repeat(9), limits).length, 3)
  })

  it('is none where the text is of another format, or an agency does not know the work', () => {
    assert.equal(parseCslJson('@misc{a}', limits), null)
    assert.equal(interpretCrossref({ status: 'error' }, '10.1000/a', limits), null)
  })
})
