import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addDuration } from '#core/time.ts'
import { createClient, keepAnswers } from '../../clients/typescript/src/index.ts'
import { testApp } from '../support/app.ts'
import { questions, startAttempt } from '../support/exams.ts'

const app = await testApp()
const { given, clock, settle } = app

const rubric = [
  { criterion: 'Argument', levels: [{ points: 0 }, { points: 1.5 }, { points: 3 }] },
  { criterion: 'Style', levels: [{ points: 0 }, { points: 1 }] },
]

it('a learner with more time loses the line, an alarm interrupts all, a grader reads the essay, and the author releases', async () => {
  const author = await given.user({ role: 'researcher', name: 'Rosalind' })
  const [ada, grace] = [await given.verifiedUser({ name: 'Ada' }), await given.user({ name: 'Grace' })]
  const essay = { type: 'essay', question: 'Why do we sow?', points: 4, max_words: 20, rubric }
  const review = { when: 'after_submit', shows: ['own_answers', 'marks', 'right_answers', 'explanations'] }
  const { data: exam } = await author.post('/exams', {
    title: 'Sowing',
    timezone: 'Africa/Nairobi',
    duration_minutes: 60,
    passing_score: 70,
    anonymous_grading: true,
    review,
    questions: [questions.truth, essay],
  })
  await author.post(`/exams/${exam.id}/accommodations`, { user_id: ada.id, factor: 1.5, note: 'Dyslexia' })
  await author.post(`/exams/${exam.id}/graders`, { user_id: grace.id })

  // Writing: the answer of a moment without a line is sent when it is back.
  const attempt = await startAttempt(ada, exam.id)
  assert.equal(attempt.expires_at, addDuration(clock.now(), { minutes: 90 }))
  const line = { isDown: false }
  const api = createClient({
    baseUrl: app.address,
    token: ada.token,
    retries: 0,
    fetch: (url, init) => (line.isDown ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)),
  })
  const keeper = await keepAnswers(api, attempt, { now: () => Date.parse(clock.now()), pause: () => pause(5) })
  const findId = (type: string) =>
    attempt.questions.find((question: { type: string }) => question.type === type)?.id ?? assert.fail()
  await keeper.set(findId('true_false'), true)
  await keeper.flush()
  line.isDown = true
  await keeper.set(findId('essay'), 'To eat in winter.')
  await author.post(`/exams/${exam.id}/extend`, { minutes: 15, reason: 'A fire alarm' })
  assert.deepEqual(Object.keys((await ada.get(`/exam-attempts/${attempt.id}`)).data.answers), [
    String(findId('true_false')),
  ])
  clock.advance({ minutes: 100 })
  line.isDown = false
  const result = await keeper.submit()
  keeper.close()
  assert.deepEqual([result.grading, result.passed, result.score], ['pending', false, 20])

  // Grading: Grace reads the essay without its name, and Ada learns nothing before the release.
  const { data: claimed } = await grace.post(`/exams/${exam.id}/grading/claim`, {})
  assert.deepEqual([claimed.user, claimed.answer], [null, 'To eat in winter.'])
  const levels = Object.fromEntries(
    claimed.criteria.map(({ id }: { id: number }, index: number) => [id, [1, 1][index]]),
  )
  const grade = `/exam-attempts/${claimed.attempt_id}/grades/${claimed.question_id}`
  assert.equal((await grace.put(grade, { rubric: levels, comment: 'And in spring?' })).data.grade.points, 2.5)
  assert.equal((await ada.get(`/exam-attempts/${attempt.id}`)).data.score, null)
  assert.doesNotMatch((await ada.get(`/exam-attempts/${attempt.id}/review`)).text, /And in spring/)
  assert.deepEqual((await author.post(`/exams/${exam.id}/grades/release`, {})).data, { released: 1, waiting: 0 })
  await settle()

  // Afterwards: what was right, a certificate, an appeal, and what the author sees.
  const { data: graded } = await ada.get(`/exam-attempts/${attempt.id}`)
  assert.deepEqual([graded.score, graded.passed], [70, true])
  const { data: seen } = await ada.get(`/exam-attempts/${attempt.id}/review`)
  const shown = seen.questions.find(({ type }: { type: string }) => type === 'essay')
  assert.deepEqual([shown.points_earned, shown.comment], [2.5, 'And in spring?'])
  assert.equal((await ada.get('/certificates')).data.length, 1)
  const appeal = { question_id: findId('essay'), reason: 'Spring is named in the first word.' }
  assert.equal((await ada.post(`/exam-attempts/${attempt.id}/appeals`, appeal)).status, 201)
  const [row] = (await author.get(`/exams/${exam.id}/results`)).data
  assert.deepEqual([row.user.name, row.best_score, row.passed], ['Ada', 70, true])
  const { meta } = await author.get(`/exams/${exam.id}/statistics`)
  assert.deepEqual([meta.attempts, meta.mean], [1, null])
})
