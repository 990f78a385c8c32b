import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse as parseCsv } from 'csv-parse/sync'
import { type Person, testApp } from '#test/support/app.ts'
import { createExam, questions, startAttempt, takeExam } from '#test/support/exams.ts'

async function createTakenExam(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { max_attempts: 5, ...more })
  return { ...app, author, exam, path: `/exams/${exam.id}/results` }
}

interface ResultItem {
  user: { name: string }
}

const listNames = ({ data }: { data: ResultItem[] }) => data.map(({ user }) => user.name)

async function writeEssay(person: Person, examId: number) {
  const attempt = await startAttempt(person, examId)
  const [{ id }] = attempt.questions
  await person.post(`/exam-attempts/${attempt.id}/submit`, { answers: { [id]: 'To eat.' } })
  return id
}

describe('GET /exams/{id}/results', () => {
  it('has a row for each person with the best score, the attempts and the last one', async () => {
    const { author, given, clock, exam, path } = await createTakenExam()
    const [ada, grace] = [await given.user({ name: 'Ada' }), await given.user({ name: 'Grace' })]
    await takeExam(ada, exam.id, 'right')
    await takeExam(grace, exam.id, 'wrong')
    clock.advance({ minutes: 5 })
    const { attempt_id, score } = await takeExam(grace, exam.id, 'wrong')

    const { status, data, meta, text } = await author.get(path)

    assert.equal(status, 200, text)
    assert.equal(meta.total, 2)
    assert.deepEqual(listNames({ data }), ['Grace', 'Ada'])
    assert.deepEqual(data[0], {
      user: { id: grace.id, name: 'Grace', profile_photo: null },
      best_score: score,
      passed: false,
      attempts: 2,
      grading: 'final',
      failed_attempts: 2,
      at_risk: true,
      at_risk_reasons: ['failed_twice'],
      last_attempt: { id: attempt_id, status: 'submitted', started_at: clock.now(), submitted_at: clock.now() },
    })
    const [, { best_score, passed, at_risk }] = data
    assert.deepEqual([best_score, passed, at_risk], [100, true, false])
    assert.ok(!text.includes(ada.email))
  })

  it('keeps the best of several scores, and a person who has passed in the end is not at risk', async () => {
    const { author, given, exam, path } = await createTakenExam()
    const ada = await given.user()
    for (const _ of [1, 2]) await takeExam(ada, exam.id, 'wrong')
    assert.equal((await author.get(`${path}?at_risk=true`)).meta.total, 1)
    await takeExam(ada, exam.id, 'right')

    const [{ best_score, failed_attempts, at_risk, passed }] = (await author.get(path)).data

    assert.deepEqual([best_score, failed_attempts, at_risk, passed], [100, 2, false, true])
    assert.equal((await author.get(`${path}?at_risk=true`)).meta.total, 0)
  })

  it('has neither score nor verdict while people grade, whatever graders have given', async () => {
    const essay = { type: 'essay', question: 'Why do we sow?', points: 4 }
    const { author, given, exam, path, settle } = await createTakenExam({ questions: [essay], anonymous_grading: true })
    const [ada, grader] = [await given.user({ name: 'Ada' }), await given.user()]
    await author.post(`/exams/${exam.id}/graders`, { user_id: grader.id })
    const asked = await writeEssay(ada, exam.id)
    const [{ attempt_id: number }] = (await grader.get(`/exams/${exam.id}/grading`)).data

    const read = async () => {
      const [{ best_score, passed, grading, at_risk }] = (await author.get(path)).data
      return { best_score, passed, grading, at_risk }
    }
    const pending = { best_score: null, passed: null, grading: 'pending', at_risk: false }
    assert.deepEqual(await read(), pending)
    assert.equal((await grader.put(`/exam-attempts/${number}/grades/${asked}`, { points: 4 })).status, 200)
    assert.deepEqual(await read(), pending)
    assert.equal((await grader.get(path)).status, 403)
    await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()
    assert.deepEqual(await read(), { best_score: 100, passed: true, grading: 'final', at_risk: false })
  })

  it('filters by verdict and a part of the name, and has pages with an exact total', async () => {
    const { author, given, clock, exam, path } = await createTakenExam({ duration_minutes: 10 })
    const people = new Map<string, Person>()
    for (const name of ['Zoë Ångström', 'Ada Lovelace', 'Ada Yonath']) people.set(name, await given.user({ name }))
    for (const person of people.values())
      await takeExam(person, exam.id, person.name === 'Ada Yonath' ? 'right' : 'wrong')
    const late = await given.user({ name: 'Late' })
    await startAttempt(late, exam.id)

    const first = await author.get(`${path}?limit=1`)
    assert.deepEqual(
      [listNames(first), first.meta.total, first.data[0].last_attempt.status],
      [['Late'], 4, 'in_progress'],
    )
    assert.deepEqual([first.data[0].passed, first.data[0].best_score, first.data[0].attempts], [null, null, 1])
    clock.advance({ minutes: 11 })
    assert.equal((await author.get(path)).data[0].last_attempt.status, 'expired')
    assert.deepEqual(listNames(await author.get(`${path}?limit=1&page=2`)), ['Ada Yonath'])
    assert.deepEqual(listNames(await author.get(`${path}?passed=true`)), ['Ada Yonath'])
    assert.deepEqual(listNames(await author.get(`${path}?passed=false`)), ['Late', 'Ada Lovelace', 'Zoë Ångström'])
    assert.deepEqual(listNames(await author.get(`${path}?search=ANGSTROM`)), ['Zoë Ångström'])
    assert.deepEqual(listNames(await author.get(`${path}?search=ada&passed=false`)), ['Ada Lovelace'])
    for (const part of ['%', '_', late.email])
      assert.equal((await author.get(`${path}?search=${encodeURIComponent(part)}`)).meta.total, 0, part)
    for (const query of ['passed=perhaps', 'at_risk=x', 'limit=0'])
      assert.equal((await author.get(`${path}?${query}`)).status, 422, query)
  })

  it('is a table with `Accept: text/csv`, without formulas', async () => {
    const { author, given, exam, path } = await createTakenExam()
    await takeExam(await given.user({ name: '=cmd()' }), exam.id, 'right')

    const { text, headers } = await author.get(path, { accept: 'text/csv', 'accept-language': 'fr' })

    assert.match(String(headers.get('content-disposition')), /R%C3%A9sultats/)
    const [row]: Record<string, string>[] = parseCsv(text, { bom: true, columns: true })
    assert.deepEqual(
      [row?.['user.name'], row?.best_score, row?.['last_attempt.status']],
      ["'=cmd()", '100', 'submitted'],
    )
  })

  it('is for the owner and administrators, without attempts of the owner, and says nothing of a draft', async () => {
    const { author, given, anonymous, exam, path } = await createTakenExam({ questions: [questions.truth] })
    const draft = await createExam(author, { publication_status: 'draft' })
    const [ada, stranger, admin] = [
      await given.user({ name: 'Ada' }),
      await given.user({ role: 'researcher' }),
      await given.admin(),
    ]
    await takeExam(author, exam.id, 'right')
    await takeExam(ada, exam.id, 'right')

    for (const person of [ada, stranger])
      for (const accept of ['application/json', 'text/csv']) {
        assert.equal((await person.get(path, { accept })).status, 403)
        assert.equal((await person.get(`/exams/${draft.id}/results`, { accept })).status, 404)
      }
    assert.equal((await anonymous.get(path)).status, 401)
    assert.deepEqual(listNames(await author.get(path)), ['Ada'])
    assert.deepEqual(listNames(await admin.get(path)), ['Ada'])
    await ada.delete(`/users/${ada.id}`)
    const [kept] = (await author.get(path)).data
    assert.deepEqual([kept.user.name, kept.user.profile_photo, kept.best_score], ['Deleted user', null, 100])
  })
})
