import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration, subtractDuration } from '#core/time.ts'
import { testApp } from '../support/app.ts'
import { createCertificate } from '../support/certificates.ts'
import { createCourse, createEnrollment, createLessons } from '../support/courses.ts'
import { createExam, takeExam } from '../support/exams.ts'
import { createApplication, createJobPost } from '../support/jobs.ts'
import { listNotificationTypes } from '../support/notifications.ts'
import { createPayer } from '../support/payments.ts'
import { collaborator, project } from '../support/projects.ts'

describe('notifications link to pages that their receiver may see', () => {
  it('about hiring: a recruiter receives an application, an applicant a status and an interview', async () => {
    const { given } = await testApp()
    const [recruiter, ada] = [await given.user({ role: 'recruiter' }), await given.user()]
    const post = await createJobPost(recruiter)

    const id = await createApplication(ada, post.id)
    await recruiter.put(`/job-applications/${id}/status`, { status: 'shortlisted' })
    const interview = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
      application_id: id,
      interview_date: '2026-12-01T00:00:00Z',
      interview_time: '14:30',
    })
    await recruiter.put(`/interviews/${interview.data.interview_id}`, { interview_time: '15:30' })
    await recruiter.delete(`/interviews/${interview.data.interview_id}`)

    assert.deepEqual(await listNotificationTypes(recruiter), ['job_application'])
    assert.deepEqual(await listNotificationTypes(ada), new Array(4).fill('job_application'))
  })

  it('about the withdrawal of an application', async () => {
    const { given } = await testApp()
    const [recruiter, ada] = [await given.user({ role: 'recruiter' }), await given.user()]
    const id = await createApplication(ada, (await createJobPost(recruiter)).id)
    const [{ id: first }] = (await recruiter.get('/notifications')).data
    await recruiter.delete(`/notifications/${first}`)

    await ada.delete(`/job-applications/${id}`)

    assert.deepEqual(await listNotificationTypes(recruiter), ['job_application'])
  })

  it('about joining a team, also that of a private profile', async () => {
    const { given } = await testApp()
    const [owner, member] = [await given.user({ role: 'researcher' }), await given.user()]
    const { researcher_id: id } = (await owner.get('/auth/me')).data
    const hidden = await owner.put(`/researchers/${id}`, { visibility: 'private' })
    assert.equal(hidden.status, 200, hidden.text)

    await owner.post(`/researchers/${id}/team`, { user_id: member.id, role: 'Analyst' })

    assert.deepEqual(await listNotificationTypes(member), ['project_invite'])
  })

  it('about access to a private project', async () => {
    const { given } = await testApp()
    const [owner, member] = [await given.user({ role: 'researcher' }), await given.user()]
    const { id } = await project(owner, { visibility: 'private' })

    await collaborator(owner, id, member)

    assert.deepEqual(await listNotificationTypes(member), ['project_invite'])
  })

  it("about an enrollment in the receiver's course, and changes to a course", async () => {
    const { given, settle } = await testApp()
    const [teacher, ada] = [await given.user({ role: 'researcher' }), await given.user()]
    const { id } = await createCourse(teacher, { lessons: createLessons(1) })

    await createEnrollment(ada, id)
    await teacher.post(`/courses/${id}/lessons`, { title: 'Two' })
    await settle()

    assert.deepEqual(await listNotificationTypes(teacher), ['course_update'])
    assert.deepEqual(await listNotificationTypes(ada), ['course_update'])
  })

  it('before a booked exam, and before an exam closes that the receiver could still pass', async () => {
    const { given, clock, settle } = await testApp()
    const [author, ada] = [await given.user({ role: 'researcher' }), await given.user()]
    const soon = addDuration(clock.now(), { hours: 30 })
    const [booked, closing] = [await createExam(author), await createExam(author, { available_until: soon })]
    const [date = '', time = ''] = soon.split(/[T.]/)
    const booking = await ada.post(`/exams/${booked.id}/book`, { date, time, location: 'Room 7' })
    await takeExam(ada, closing.id, 'wrong')
    await settle()

    const before = await listNotificationTypes(ada)
    clock.advance({ hours: 6 })
    await settle()

    assert.equal(booking.status, 201, booking.text)
    assert.deepEqual(before, [])
    assert.deepEqual(await listNotificationTypes(ada), ['exam_reminder', 'exam_reminder'])
  })

  it('about an earned certificate', async () => {
    const app = await testApp()
    const person = await app.given.user()

    await createCertificate(app, person)
    await createCertificate(app, person, { for: { courseId: 1 }, score: null })

    assert.deepEqual(await listNotificationTypes(person), ['certificate_issued', 'certificate_issued'])
  })

  it('about payments, and before a subscription ends or is charged again', async () => {
    const app = await testApp({ TOKEN_TTL_DAYS: '3650' })
    await app.settle()
    const [yearly, ending] = [await createPayer(app), await createPayer(app)]
    const { data } = await yearly.subscribe('professional_yearly')
    await ending.subscribe('professional_yearly')
    await ending.person.post('/subscriptions/cancel', {})

    app.clock.set(subtractDuration(data.subscription.next_billing_date, { days: 3 }))
    await app.settle()

    for (const { person } of [yearly, ending])
      assert.deepEqual(await listNotificationTypes(person), ['subscription_expiring', 'payment_received'])
  })
})
