import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'

const { given } = await testApp()

/** Processor milliseconds of the process while the work runs; the least of three tries, so that a busy machine does not matter. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const tries: number[] = []
  for (let index = 0; index < 3; index++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    tries.push((user + system) / 1_000)
  }
  return Math.min(...tries)
}

describe('a body with very many faults', () => {
  it('is answered with a hundred of them, in a time that grows with its size alone', async () => {
    const person = await given.user()
    const answers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index + 1), '\0']))
    const save = (count: number) => person.put('/exam-attempts/1/answers', { answers: answers(count) })

    const [few, many] = [await save(500), await save(40_000)]
    const [shortTime, longTime] = [await measure(() => save(1_000)), await measure(() => save(40_000))]

    assert.deepEqual([few.status, many.status], [422, 422])
    assert.equal(Object.keys(few.errors).length, 100)
    assert.ok(Object.keys(many.errors).length <= 101, String(Object.keys(many.errors).length))
    // Quadratic, it took 17 seconds; the request itself has 600 kB.
    assert.ok(longTime < 10 * shortTime + 100, `${shortTime} ms, ${longTime} ms`)
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
