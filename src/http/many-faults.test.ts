import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { findDisproportion } from '#test/support/processor-time.ts'

const { given } = await testApp()

describe('a body with very many faults', () => {
  it('is answered with a hundred of them, in a time that grows with its size alone', async () => {
    const person = await given.user()
    const answers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index + 1), '\0']))
    const save = (count: number) => person.put('/exam-attempts/1/answers', { answers: answers(count) })

    const [few, many] = [await save(500), await save(40_000)]
    // Quadratic, it took 17 seconds; the request itself has 600 kB.
    const disproportion = await findDisproportion(save, { short: 1_000, long: 40_000, factor: 10, extraMs: 100 })

    assert.deepEqual([few.status, many.status], [422, 422])
    assert.equal(Object.keys(few.errors).length, 100)
    assert.ok(Object.keys(many.errors).length <= 101, String(Object.keys(many.errors).length))
    assert.equal(disproportion, undefined)
  })

  it('says what is wrong with a text that is far too long, without reading all of it', async () => {
    const person = await given.user()

    const { status, errors } = await person.put(`/users/${person.id}`, {
      headline: `a${'\u0301\u0323'.repeat(10_000)}`,
    })

    assert.equal(status, 422)
    assert.deepEqual(Object.keys(errors), ['headline'])
  })
})
