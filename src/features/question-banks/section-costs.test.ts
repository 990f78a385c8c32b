/** The largest exam that sections allow: fifty of them, over ten banks of 5,000 questions. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemContext, runInTransaction } from '#context.ts'
import { createRandomId } from '#core/random.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'
import { measureProcessor } from '#test/support/processor-time.ts'
import { questionBatches } from './banks/batch-queries.ts'
import { bankQuestions } from './banks/queries.ts'

const { given, platform } = await testApp()

const content = {
  type: 'true_false' as const,
  question: 'Ice floats on water.',
  points: 1,
  options: [],
  answer_key: { correct: [true], tolerance: 0 },
  explanation: '',
  option_feedback: {},
  difficulty: 1,
}

/** Makes a bank of 5,000 questions: every tenth has the tag "Rïvers", and all have one of a hundred others. */
async function createLargeBank(author: Person): Promise<number> {
  const bank_id: number = (await author.post('/question-banks', { title: 'Large' })).data.id
  const ids = Array.from({ length: 5_000 }, () => createRandomId())
  const listTags = (place: number) => [`topic ${place % 100}`, ...(place % 10 === 0 ? ['Rïvers'] : [])]
  const versions = ids.map((question_id, place) => {
    const own = { id: createRandomId(), question_id, bank_id, version: 1, tags: listTags(place) }
    return { ...content, ...own, question: `Statement ${place}.` }
  })
  await runInTransaction(createSystemContext(platform), async (tx) => {
    await questionBatches.add.run(tx, { bank_id, questions: ids.map((id, position) => ({ id, position })) })
    await bankQuestions.addVersions.run(tx, { versions })
  })
  return bank_id
}

/** The most that one act takes. */
const limitMs = 50

const createSections = (banks: readonly number[]) =>
  banks.flatMap((bank_id) => [
    { source: { bank_id, tags_any: ['rivers'] }, draw: 2 },
    { source: { bank_id, tags_all: ['RIVERS', 'topic 10'] }, draw: 1 },
    { source: { bank_id, difficulty: 1 }, draw: 1 },
    { source: { bank_id, difficulty: 2 } },
    { source: { bank_id }, draw: 2, shuffle: false },
  ])

describe('an exam of fifty sections over ten banks of 5,000 questions', () => {
  it('is created and started in little time of the event loop, and draws what the sections ask for', async (t) => {
    const author = await given.user({ role: 'researcher' })
    const banks: number[] = []
    while (banks.length < 10) banks.push(await createLargeBank(author))
    const more = { questions: [], max_attempts: 10, sections: createSections(banks) }

    // The first exam prepares statements and threads.
    await createExam(author, { questions: [], sections: createSections([await createLargeBank(author)]) })
    const exam = await createExam(author, more)
    const creation = await measureProcessor(() => createExam(author, more), { limitMs })
    const attempts: { questions: { id: number; question: string }[] }[] = []
    let person: Person
    const prepare = async () => {
      person = await given.user()
    }
    const begin = async () => attempts.push(await startAttempt(person, exam.id))
    const start = await measureProcessor(begin, { limitMs, prepare, isDone: () => attempts.length >= 2 })

    t.diagnostic(`creation ${creation} ms, start ${start} ms`)
    assert.equal(exam.questions_count, 60)
    for (const { questions } of attempts) assert.equal(new Set(questions.map(({ id }) => id)).size, 60)
    const places = attempts.map(({ questions }) => questions.map(({ question }) => Number(question.match(/\d+/)?.[0])))
    for (const asked of places) {
      assert.deepEqual(
        [asked[0], asked[1], asked[2]].map((place = 1) => place % 10),
        [0, 0, 0],
      )
      assert.equal((asked[2] ?? 0) % 100, 10)
      assert.ok((asked[4] ?? 0) < (asked[5] ?? 0))
    }
    assert.notDeepEqual(places[0], places[1])
    assert.ok(creation <= limitMs, `${creation} ms`)
    assert.ok(start <= limitMs, `${start} ms`)
  })
})
