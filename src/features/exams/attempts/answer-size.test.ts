import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxListBytes } from '#core/list-limit.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus } from '#test/support/concurrency.ts'
import { createExam } from '#test/support/exams.ts'

const tooLong = 'The answers of an attempt can have at most 2 MB together.'
const longest = 'a'.repeat(100_000)
/** Essays of the longest length, of which twenty have less than two megabytes, and twenty-one have more. */
const count = 22

async function startEssays() {
  const { given } = await testApp()
  const [author, learner] = [await given.user({ role: 'researcher' }), await given.user()]
  const questions = Array.from({ length: count }, (_, index) => ({ type: 'essay', question: `Essay ${index}` }))
  const exam = await createExam(author, { questions })
  const { data } = await learner.post(`/exams/${exam.id}/start`)
  const ids: number[] = data.questions.map(({ id }: { id: number }) => id)
  const path = `/exam-attempts/${data.id}`
  const save = (place: number, text: string | null, more = {}) =>
    learner.put(`${path}/answers`, { answers: { [ids[place] ?? 0]: text }, ...more })
  return { learner, path, ids, save }
}

const saveAll = async (
  save: (place: number, text: string) => Promise<{ status: number; text: string }>,
  to: number,
) => {
  for (let place = 0; place < to; place++) {
    const reply = await save(place, longest)
    assert.equal(reply.status, 200, reply.text)
  }
}

const readBytes = async (learner: Person, path: string) => Buffer.byteLength((await learner.get(path)).text)

describe('the answers of an attempt', () => {
  it('have at most two megabytes together, also when saved at the same moment', async () => {
    const { learner, path, save } = await startEssays()
    await saveAll(save, 19)

    const replies = await Promise.all([19, 20, 21].map((place) => save(place, longest)))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 2 })
    const refused = replies.find(({ status }) => status === 422) ?? assert.fail()
    assert.deepEqual(refused.errors, { answers: [tooLong] })
    assert.ok((await readBytes(learner, path)) < 1.1 * maxListBytes)
  })

  it('can be shortened and completed at the limit, and a late older save is no error', async () => {
    const { save } = await startEssays()
    await saveAll(save, 20)

    const refused = await save(20, longest, { revision: 7 })
    const removed = await save(0, null, { revision: 8 })
    const late = await save(20, longest, { revision: 7 })
    const accepted = await save(20, longest, { revision: 9 })

    assert.deepEqual([refused.status, removed.status, late.status, accepted.status], [422, 200, 200, 200])
  })

  it('cannot be submitted when they are longer', async () => {
    const { learner, path, ids, save } = await startEssays()
    await saveAll(save, 20)
    const last = Object.fromEntries(ids.slice(20).map((id) => [id, longest]))

    const refused = await learner.post(`${path}/submit`, { answers: last })
    const accepted = await learner.post(`${path}/submit`, {
      answers: Object.fromEntries(ids.slice(20).map((id) => [id, 'short'])),
    })

    assert.equal(refused.status, 422)
    assert.deepEqual(refused.errors, { answers: [tooLong] })
    assert.equal(accepted.status, 200, accepted.text)
  })
})
