/** Authorization of answers that people grade. */

import { createExam, startAttempt } from '#test/support/exams.ts'
import { all, type Relation, type Scene, type Table } from './matrix.ts'
import { type Asker, listMakers, type TestObjects } from './world.ts'

/** An exam whose answers people grade: one attempt waits, another is released, with an appeal. */
async function createGrading(world: TestObjects, author: Asker, candidate: Asker, graders: readonly Asker[]) {
  const essay = { type: 'essay', question: 'Why?', points: 2 }
  const write = async (exam: number) => {
    const attempt = await startAttempt(candidate, exam)
    const asked = attempt.questions[0].id
    await candidate.post(`/exam-attempts/${attempt.id}/submit`, { answers: { [asked]: 'So.' } })
    return { id: attempt.id, asked }
  }
  const [waiting, released] = [
    await createExam(author, { questions: [essay] }),
    await createExam(author, { questions: [essay] }),
  ]
  for (const { id } of [waiting, released])
    for (const { id: user_id } of graders) await author.post(`/exams/${id}/graders`, { user_id })
  const { data: added } = await author.get(`/exams/${waiting.id}/graders`)
  const [first, second, third] = [await write(waiting.id), await write(released.id), await write(released.id)]
  for (const { id, asked } of [second, third]) await author.put(`/exam-attempts/${id}/grades/${asked}`, { points: 1 })
  await author.post(`/exams/${released.id}/grades/release`, {})
  await world.app.settle()
  const { data: appeal } = await candidate.post(`/exam-attempts/${second.id}/appeals`, {
    question_id: second.asked,
    reason: 'More',
  })
  const newcomer = (await world.newcomer('learner')).id
  return {
    ...{
      id: waiting.id,
      released: released.id,
      attempt_id: first.id,
      question_id: first.asked,
      grader_id: added[0]?.id,
    },
    ...{ over_id: third.id, asked: third.asked, appealed_id: second.id, appeal_id: appeal?.id, user_id: newcomer },
  }
}

async function createGradingScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const { all: authors, settle } = await listMakers(world, 'researcher')
  const [author = admin] = authors
  const [candidate = admin] = await cast('candidates of essays')
  const [grader = admin] = await cast('graders')
  const ours = await createGrading(world, author, candidate, [grader])
  const owned: Relation[] = []
  for (const who of authors) owned.push({ who, ids: await createGrading(world, who, candidate, [grader]) })
  const graded = await createGrading(world, author, candidate, [grader])
  const administered = await createGrading(world, author, candidate, [grader])
  await settle()
  return {
    'no token': all([nobody], ours),
    stranger: all(await cast('strangers'), ours),
    candidate: all([candidate], ours),
    grader: all([grader], graded),
    author: owned,
    administrator: all([admin], administered),
  }
}

export const aGradedExam: Table = {
  name: 'answers that people grade',
  scene: createGradingScene,
  questions: [
    { asks: 'GET /exams/{id}/graders' },
    { asks: 'POST /exams/{id}/graders', body: ({ ids }) => ({ user_id: ids.user_id }) },
    { asks: 'DELETE /exams/{id}/graders/{grader_id}', turn: 4 },
    { asks: 'GET /exams/{id}/grading' },
    { asks: 'GET /exams/{id}/results' },
    { asks: 'POST /exams/{id}/grading/claim', body: {} },
    { asks: 'GET /exam-attempts/{id}/grades/{question_id}', about: 'attempt_id' },
    { asks: 'PUT /exam-attempts/{id}/grades/{question_id}', about: 'attempt_id', body: { points: 1 } },
    { asks: 'POST /exams/{id}/grades/release', body: {}, turn: 1 },
    { asks: 'GET /exam-attempts/{id}/appeals', about: 'over_id' },
    { asks: 'GET /exam-attempts/{id}/events', about: 'over_id' },
    {
      asks: 'POST /exam-attempts/{id}/appeals',
      about: 'over_id',
      body: ({ ids }) => ({ question_id: ids.asked, reason: 'More' }),
    },
    { asks: 'GET /exams/{id}/appeals', about: 'released' },
    { asks: 'PUT /exams/{id}/appeals/{appeal_id}', about: 'released', body: { answer: 'No.' } },
  ],
}
