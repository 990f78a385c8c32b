import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, type Person } from '../support/app.ts'
import { completeCourse } from '../support/courses.ts'
import { createSkillCourse, createSkillExam, createVerifiedAuthor } from '../support/evidence.ts'
import { getRightAnswers, startAttempt } from '../support/exams.ts'
import { apply, createJobPost } from '../support/jobs.ts'

const inTheFuture = '2036-12-01T00:00:00Z'

async function createScene() {
  const app = await createApp()
  const admin = await app.given.admin()
  const author = await createVerifiedAuthor(app, admin)
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rafael' })
  const [ada, grace] = [await app.given.verifiedUser({ name: 'Ada' }), await app.given.verifiedUser({ name: 'Grace' })]
  const reviewers = [await app.given.user({ name: 'Wanjiru' }), await app.given.user({ name: 'Hannah' })]
  const exam = await createSkillExam(author, ['Statistics'], { title: 'Statistics for trials' })
  const course = await createSkillCourse(author, ['Field Trials'], { title: 'Trials in the field' })
  const post = await createJobPost(recruiter, {
    title: 'Statistician',
    blind: true,
    skills: ['Statistics', 'Field Trials'],
    requirements: [{ exam_id: exam.id }],
    criteria: [{ name: 'Judgement' }],
    rejection_reasons: ['Too little experience with trials'],
  })
  for (const { id } of reviewers) await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: id })
  return { ...app, author, recruiter, reviewers, ada, grace, exam, course, post }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** Books a seat, and passes the exam. */
async function bookAndPass(person: Person, { exam, clock }: Scene) {
  const date = new Date(Date.parse(clock.now()) + 86_400_000).toISOString().slice(0, 10)
  const booking = { exam_type: 'on_site', date, time: '10:00', location: 'Kyoto' }
  assert.equal((await person.post(`/exams/${exam.id}/book`, booking)).status, 201)
  clock.advance({ days: 1 })
  const attempt = await startAttempt(person, exam.id)
  const answers = getRightAnswers(attempt.questions)
  assert.equal((await person.post(`/exam-attempts/${attempt.id}/submit`, { answers })).data.passed, true)
}

describe('hired for what one can show', () => {
  it('leads from a reserved place to an offer without a name, and from a rejection to the next post', async () => {
    const scene = await createScene()
    const { recruiter, reviewers, ada, grace, course, post, anonymous, listMails, settle, clock } = scene
    const names = { first_name: 'Ada', last_name: 'Lovelace' }

    // Without the pass, a named refusal; then a reserved place, which the pass submits.
    const refused = await apply(ada, post.id, names)
    assert.deepEqual(refused.errors, {
      requirements: ['This job requires that you have passed the exam “Statistics for trials”.'],
    })
    const { id } = (await apply(ada, post.id, { ...names, pending_requirements: 'true' })).data
    const { id: other } = (await apply(grace, post.id, { first_name: 'Grace', pending_requirements: 'true' })).data
    const applicants = `/job-posts/${post.id}/applicants?sort=evidence`
    assert.deepEqual((await recruiter.get(applicants)).data, [])
    await bookAndPass(grace, scene)
    clock.advance({ days: 1 })
    await settle()
    await bookAndPass(ada, scene)
    await completeCourse(ada, course)
    assert.equal((await ada.get(`/job-applications/${id}`)).data.pending, false)
    clock.advance({ days: 1 })
    await settle()

    // Ranked by what is proven, without names.
    const ranked = (await recruiter.get(applicants)).data
    assert.deepEqual(
      ranked.map((one: { id: number; name: string; match: { score: number } }) => [one.id, one.name, one.match.score]),
      [
        [id, 'Candidate 2', 75],
        [other, 'Candidate 1', 50],
      ],
    )

    // Two reviewers judge them, each before seeing the other.
    for (const reviewer of reviewers)
      for (const [application, recommendation] of [
        [id, 'strong_yes'],
        [other, 'no'],
      ] as const) {
        const path = `/job-applications/${application}/scorecards`
        assert.deepEqual((await reviewer.get(path)).data, [])
        const card = { recommendation, ratings: [{ criterion_id: 1, rating: recommendation === 'no' ? 2 : 5 }] }
        assert.equal((await reviewer.post(path, card)).status, 201)
      }
    const judged = await reviewers[1]?.get(`/job-applications/${id}/scorecards`)
    assert.deepEqual([judged?.data.length, judged?.meta.criteria[0].average], [2, 5])

    // The shortlist gives the name; the interview is accepted by the link in the mail.
    await recruiter.put(`/job-applications/${id}/status`, { status: 'shortlisted' })
    assert.equal((await recruiter.get(`/job-applications/${id}`)).data.name, 'Ada Lovelace')
    const interviewer_ids = reviewers.map((reviewer) => reviewer.id)
    const appointment = { application_id: id, interview_date: inTheFuture, interview_time: '10:00', interviewer_ids }
    const invited = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, appointment)
    const invitation = (await listMails(ada.email)).find(({ subject }) => subject.includes('invited'))
    const link = new URL(/http\S+\/invitation\?\S+/.exec(invitation?.text ?? '')?.[0] ?? '')
    const accepted = await anonymous.send('POST', link.pathname, {
      body: new URLSearchParams([...link.searchParams, ['answer', 'accepted']]).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    assert.match(accepted.text, /You have accepted this invitation\./)
    const held = (await reviewers[0]?.get('/interviews'))?.data[0]
    assert.deepEqual(
      [held.id, held.answer, held.applicant.name],
      [invited.data.interview_id, 'accepted', 'Ada Lovelace'],
    )
    await recruiter.put(`/interviews/${held.id}`, { outcome: 'passed' })

    // The offer and the rejection, with a reason for the figures and a letter for the person.
    await recruiter.put(`/job-applications/${id}/status`, { status: 'hired' })
    const reason = 'Too little experience with trials'
    await recruiter.put(`/job-applications/${other}/status`, {
      status: 'rejected',
      reason,
      letter: 'Please try again.',
    })
    clock.advance({ minutes: 3 })
    await settle()
    assert.match((await listMails(grace.email))[0]?.text ?? '', /Please try again\./)
    const { data: funnel } = await recruiter.get(`/job-posts/${post.id}/funnel`)
    assert.deepEqual(funnel.reasons, [{ reason, count: 1 }])
    assert.deepEqual(
      funnel.stages.map(({ status, reached }: { status: string; reached: number }) => [status, reached]),
      [
        ['applied', 2],
        ['reviewing', 0],
        ['shortlisted', 1],
        ['rejected', 1],
        ['hired', 1],
      ],
    )

    // She sees what would have changed it, does it, and fits the next post.
    const { data: before } = await grace.get(`/job-posts/${post.id}/match`)
    assert.deepEqual(
      [before.missing, before.suggestions[0].courses],
      [['Field Trials'], [{ id: course.id, title: 'Trials in the field' }]],
    )
    await completeCourse(grace, { id: before.suggestions[0].courses[0].id, lessons: course.lessons })
    const next = await createJobPost(recruiter, { title: 'Head of trials', skills: ['field trials', 'statistics'] })
    const [best] = (await grace.get('/job-posts?fit=true')).data
    assert.deepEqual([best.id, best.match.score, best.match.missing], [next.id, 75, []])
    assert.equal((await apply(grace, next.id)).status, 201)
  })
})
