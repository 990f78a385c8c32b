import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { completeCourse } from '#test/support/courses.ts'
import { createSkillCourse, createSkillExam, createVerifiedAuthor, prove } from '#test/support/evidence.ts'
import { getRightAnswers, startAttempt, takeExam } from '#test/support/exams.ts'
import { apply, createJobPost } from '#test/support/jobs.ts'

async function createScene(more: object = {}) {
  const app = await testApp()
  const admin = await app.given.admin()
  const author = await createVerifiedAuthor(app, admin)
  const recruiter = await app.given.user({ role: 'recruiter' })
  const exam = await createSkillExam(author, ['R'], { title: 'Statistics with R' })
  const post = await createJobPost(recruiter, { requirements: [{ exam_id: exam.id }], ...more })
  const ada = await app.given.verifiedUser()
  const reserve = async (person: Person = ada) => {
    const reply = await apply(person, post.id, { pending_requirements: 'true' })
    assert.equal(reply.status, 201, reply.text)
    return reply.data
  }
  const listApplicants = async () => (await recruiter.get(`/job-posts/${post.id}/applicants`)).data
  return { ...app, admin, author, recruiter, exam, post, ada, reserve, listApplicants }
}

describe('requirements of a job post', () => {
  it('are shown with their titles, and replaced as a whole', async () => {
    const { author, recruiter, exam, post, ada } = await createScene()
    const course = await createSkillCourse(author, ['Botany'], { title: 'Botany for beginners' })

    const changed = await recruiter.put(`/job-posts/${post.id}`, {
      requirements: [{ course_id: course.id }, { skill: 'R', required: false }, { exam_id: exam.id }],
    })

    assert.deepEqual(post.requirements, [
      { exam_id: exam.id, course_id: null, skill: null, title: 'Statistics with R', required: true },
    ])
    assert.deepEqual(changed.data.requirements, [
      { exam_id: null, course_id: course.id, skill: null, title: 'Botany for beginners', required: true },
      { exam_id: null, course_id: null, skill: 'R', title: 'R', required: false },
      { exam_id: exam.id, course_id: null, skill: null, title: 'Statistics with R', required: true },
    ])
    assert.deepEqual((await ada.get(`/job-posts/${post.id}`)).data.requirements, changed.data.requirements)
    const { data } = await ada.get(`/job-posts/${post.id}/match`)
    assert.deepEqual(
      data.requirements.map(({ met }: { met: boolean }) => met),
      [false, false, false],
    )
  })

  it('refuse unknown exams, drafts of others, and two demands in one, and store nothing', async () => {
    const { author, recruiter, exam, post } = await createScene()
    const draft = await createSkillExam(author, ['R'], { publication_status: 'draft' })
    const requirements = [{ exam_id: draft.id }, { course_id: 999_999 }]

    const unknown = await recruiter.put(`/job-posts/${post.id}`, { title: 'Other', requirements, salary_min: -1 })
    const double = await recruiter.post('/job-posts', {
      title: 'Botanist',
      description: 'Plants.',
      requirements: [{ exam_id: exam.id, skill: 'R' }, {}],
    })

    assert.equal(unknown.status, 422)
    assert.deepEqual(Object.keys(unknown.errors).toSorted(), [
      'requirements.0.exam_id',
      'requirements.1.course_id',
      'salary_min',
    ])
    assert.deepEqual(unknown.errors['requirements.0.exam_id'], ['The selected exam id is invalid.'])
    assert.deepEqual(Object.keys(double.errors), ['requirements.0', 'requirements.1'])
    assert.equal((await recruiter.get(`/job-posts/${post.id}`)).data.title, 'Botanist')
  })

  it('refuse an application without them by name, and keep no file', async () => {
    const { author, recruiter, exam, post, ada } = await createScene()
    const course = await createSkillCourse(author, ['Botany'], { title: 'Botany' })
    await recruiter.put(`/job-posts/${post.id}`, {
      requirements: [
        { exam_id: exam.id },
        { course_id: course.id },
        { skill: 'Latin' },
        { skill: 'Greek', required: false },
      ],
    })

    const refused = await apply(ada, post.id)

    assert.equal(refused.status, 422)
    assert.deepEqual(refused.errors, {
      requirements: [
        'This job requires that you have passed the exam “Statistics with R”.',
        'This job requires that you have completed the course “Botany”.',
        'This job requires that you have proven the skill “Latin”.',
      ],
    })
    assert.equal((await ada.get('/files')).meta.used_bytes, 0)
    await takeExam(ada, exam.id, 'right')
    await completeCourse(ada, course)
    await prove(ada, author, { courses: ['LATIN'] })
    assert.equal((await apply(ada, post.id)).status, 201)
  })

  it('are not met by an exam of one’s own', async () => {
    const { author, exam, post } = await createScene()
    await takeExam(author, exam.id, 'right')

    assert.equal((await apply(author, post.id)).status, 422)
  })
})

describe('a reserved place', () => {
  it('is submitted by itself when the exam is passed', async () => {
    const { ada, exam, post, recruiter, reserve, listApplicants, listMails, settle, clock } = await createScene()
    const reserved = await reserve()
    await settle()
    const before = await listApplicants()
    const notices = (await recruiter.get('/notifications')).data.length
    clock.advance({ hours: 1 })

    await takeExam(ada, exam.id, 'right')
    const [applicant] = await listApplicants()

    assert.deepEqual([reserved.pending, before, notices], [true, [], 0])
    assert.deepEqual(
      [applicant.id, applicant.applied_at, applicant.match.required_met],
      [reserved.id, clock.now(), true],
    )
    assert.equal((await ada.get(`/job-applications/${reserved.id}`)).data.pending, false)
    assert.match((await recruiter.get('/notifications')).data[0].message, /applied for Botanist/)
    assert.equal((await recruiter.get(`/job-posts/${post.id}`)).data.applicants_count, 1)
    const [mail] = await listMails(ada.email)
    assert.match(mail?.text ?? '', /You meet the requirements of Botanist, and your application is submitted\./)
  })

  it('is seen by the applicant alone until then', async () => {
    const { admin, ada, given, recruiter, post, reserve, listApplicants } = await createScene()
    const { id } = await reserve()
    const reviewer = await given.user()
    await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })

    for (const person of [recruiter, admin, reviewer]) {
      assert.equal((await person.get(`/job-applications/${id}`)).status, 404)
      assert.equal((await person.get(`/job-applications/${id}/resume`)).status, 404)
    }
    const hired = await recruiter.put(`/job-applications/${id}/status`, { status: 'hired' })
    const invited = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
      application_id: id,
      interview_date: '2036-12-01T00:00:00Z',
      interview_time: '10:00',
    })
    assert.deepEqual([hired.status, invited.status], [404, 422])
    assert.deepEqual(await listApplicants(), [])
    const { meta } = await recruiter.get(`/job-posts/${post.id}/applicants?sort=evidence`)
    assert.deepEqual([meta.total, meta.status_counts.applied], [0, 0])
    assert.equal((await recruiter.get(`/job-posts/${post.id}/funnel`)).data.total, 0)
    const [mine] = (await ada.get('/job-applications')).data
    assert.deepEqual([mine.id, mine.pending], [id, true])
    assert.equal((await apply(ada, post.id)).status, 422)
  })

  it('is submitted when the requirement is dropped', async () => {
    const { recruiter, post, reserve, listApplicants, settle } = await createScene()
    const { id } = await reserve()

    await recruiter.put(`/job-posts/${post.id}`, { requirements: [] })
    await settle()

    assert.deepEqual(
      (await listApplicants()).map((one: { id: number }) => one.id),
      [id],
    )
  })

  it('ends with its resume when the deadline passes before the exam', async () => {
    const { ada, exam, recruiter, post, reserve, listApplicants, settle, clock } = await createScene()
    await recruiter.put(`/job-posts/${post.id}`, {
      deadline: new Date(Date.parse(clock.now()) + 3_600_000).toISOString(),
    })
    await reserve()
    const used = (await ada.get('/files')).meta.used_bytes
    clock.advance({ hours: 2 })

    await takeExam(ada, exam.id, 'right')
    await settle()

    assert.deepEqual(await listApplicants(), [])
    assert.deepEqual((await ada.get('/job-applications')).data, [])
    assert.ok(used > 0)
    assert.equal((await ada.get('/files')).meta.used_bytes, 0)
    assert.ok(
      (await ada.get('/notifications')).data.some(
        ({ title }: { title: string }) => title === 'Your reserved place has ended',
      ),
    )
  })

  it('can be withdrawn without a word to the recruiter, and goes with the account', async () => {
    const { ada, given, recruiter, reserve } = await createScene()
    const grace = await given.user()
    await reserve()
    await reserve(grace)
    const [place] = (await ada.get('/job-applications')).data

    assert.equal((await ada.delete(`/job-applications/${place.id}`)).status, 200)
    assert.equal((await grace.delete(`/users/${grace.id}`)).status, 200)

    assert.deepEqual((await recruiter.get('/notifications')).data, [])
  })

  it('is submitted once when the last answers arrive ten times', async () => {
    const { ada, exam, post, recruiter, reserve, listApplicants } = await createScene()
    await reserve()
    const attempt = await startAttempt(ada, exam.id)
    const answers = getRightAnswers(attempt.questions)

    const replies = await runConcurrently(10, () => ada.post(`/exam-attempts/${attempt.id}/submit`, { answers }))

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal((await listApplicants()).length, 1)
    assert.equal((await recruiter.get(`/job-posts/${post.id}`)).data.applicants_count, 1)
    assert.equal((await recruiter.get('/notifications')).data.length, 1)
  })
})
