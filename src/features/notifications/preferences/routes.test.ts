import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemContext, runInTransaction } from '#context.ts'
import { verbatim } from '#language/sentence.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { follow } from '#test/support/event-stream.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { sendNotification } from '#test/support/notifications.ts'
import { collaborator, project } from '#test/support/projects.ts'
import { notifyAll } from '../index.ts'
import { notificationTypes } from '../record.ts'

const path = '/notifications/preferences'

const everythingOn = Object.fromEntries(notificationTypes.map((type) => [type, { in_app: true, email: true }]))

const listSubjects = async (person: Person) =>
  (await (await testApp()).listMails(person.email)).map(({ subject }) => subject)

describe('notification preferences', () => {
  it('are all on by default, and can be changed in part', async () => {
    const { given } = await testApp()
    const [person, other] = [await given.user(), await given.user()]

    const first = await person.get(path)
    await person.put(path, { exam_reminder: { email: false }, course_update: { in_app: false } })
    const { status, data } = await person.put(path, {
      exam_reminder: { in_app: false },
      lottery: { email: 1 },
    })

    const expected = {
      ...everythingOn,
      exam_reminder: { in_app: false, email: false },
      course_update: { in_app: false, email: true },
    }
    assert.deepEqual(first.data, everythingOn)
    assert.deepEqual([status, data, (await person.get(path)).data], [200, expected, expected])
    assert.deepEqual((await other.get(path)).data, everythingOn)
  })

  it('refuse unknown preferences, and then change nothing', async () => {
    const { given, anonymous } = await testApp()
    const person = await given.user()

    const wrong = await person.put(path, { job_application: { email: 'no' }, exam_reminder: null })

    assert.equal(wrong.status, 422)
    assert.deepEqual(Object.keys(wrong.errors).sort(), ['exam_reminder', 'job_application.email'])
    assert.deepEqual((await person.get(path)).data, everythingOn)
    assert.deepEqual([(await anonymous.get(path)).status, (await anonymous.put(path, {})).status], [401, 401])
  })

  it('keep all of several simultaneous changes to different parts', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const replies = await runConcurrently(14, (index) => {
      const type = notificationTypes[index % 7] ?? ''
      return person.put(path, { [type]: index < 7 ? { in_app: false } : { email: false } })
    })

    assert.deepEqual(countByStatus(replies), { 200: 14 })
    for (const channels of Object.values((await person.get(path)).data))
      assert.deepEqual(channels, { in_app: false, email: false })
  })

  it('are in the export, and deleted with the account', async () => {
    const { given } = await testApp()
    const [person, admin] = [await given.user(), await given.admin()]
    await person.put(path, { exam_reminder: { email: false } })

    const { data } = await person.get(`/users/${person.id}/export`)
    const { status } = await admin.delete(`/users/${person.id}`)

    assert.deepEqual(data.notification_preferences.exam_reminder, { in_app: true, email: false })
    assert.equal(status, 200)
  })
})

describe('a notification type that is turned off in the app', () => {
  it('creates no notification, also when the task is repeated, while other types do', async () => {
    const { given, platform } = await testApp()
    const person = await given.user()
    await sendNotification(platform, person, { event: 'before' })
    await person.put(path, { course_update: { in_app: false } })

    await sendNotification(platform, person, { event: 'while' })
    await sendNotification(platform, person, { type: 'exam_reminder' })
    await person.put(path, { course_update: { in_app: true } })
    for (const event of ['before', 'while', 'after']) await sendNotification(platform, person, { event })

    const { data, meta } = await person.get('/notifications')
    assert.deepEqual(
      data.map(({ type }: { type: string }) => type),
      ['course_update', 'exam_reminder', 'course_update'],
    )
    assert.deepEqual([meta.total, meta.unread_count], [3, 3])
  })
})

describe('a notification type that is turned off in the app by one of many recipients', () => {
  it('reaches the other recipients, on their streams too', async (t) => {
    const { given, platform, address } = await testApp()
    const [off, on] = [await given.user(), await given.user()]
    await off.put(path, { course_update: { in_app: false } })
    const stream = await follow(address, '/notifications/stream', { authorization: `Bearer ${on.token}` })
    t.after(() => stream.close())
    const everybody = () =>
      runInTransaction(createSystemContext(platform), (tx) =>
        notifyAll(tx, [off.id, on.id], 'course_update', {
          title: verbatim('New lesson'),
          message: verbatim('There is more to learn.'),
          event: 'many',
          data: { url: '/courses/7', action: 'view_course' },
        }),
      )

    await everybody()
    await off.put(path, { course_update: { in_app: true } })
    await everybody()

    const [only] = (await on.get('/notifications')).data
    assert.deepEqual((await stream.next()).data, only)
    assert.equal((await on.get('/notifications')).meta.total, 1)
    assert.deepEqual((await off.get('/notifications')).data, [])
  })
})

describe('a notification type that is turned off by mail', () => {
  it('sends no mails about applications and interviews to either side, but creates notifications', async () => {
    const { given } = await testApp()
    const [recruiter, ada] = [await given.user({ role: 'recruiter' }), await given.user()]
    const off = { job_application: { email: false } }
    for (const person of [recruiter, ada]) await person.put(path, off)
    const before = [await listSubjects(recruiter), await listSubjects(ada)]

    const post = await createJobPost(recruiter)
    const application_id = await createApplication(ada, post.id)
    await recruiter.put(`/job-applications/${application_id}/status`, { status: 'shortlisted' })
    await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
      application_id,
      interview_date: '2026-12-01T00:00:00Z',
      interview_time: '14:30',
    })

    assert.deepEqual([await listSubjects(recruiter), await listSubjects(ada)], before)
    assert.equal((await recruiter.get('/notifications')).meta.total, 1)
    assert.equal((await ada.get('/notifications')).meta.total, 2)
  })

  it('sends no mails about projects', async () => {
    const { given } = await testApp()
    const [owner, member] = [await given.user({ role: 'researcher' }), await given.user()]
    await member.put(path, { project_invite: { email: false } })
    const before = await listSubjects(member)

    const { id } = await project(owner)
    await collaborator(owner, id, member)

    assert.deepEqual(await listSubjects(member), before)
    assert.equal((await member.get('/notifications?type=project_invite')).meta.total, 1)
  })

  it('does not affect mails about the account', async () => {
    const { given, anonymous } = await testApp()
    const person = await given.user()
    const off = Object.fromEntries(notificationTypes.map((type) => [type, { email: false, in_app: false }]))
    await person.put(path, off)

    await anonymous.post('/auth/forgot-password', { email: person.email })

    assert.match((await listSubjects(person))[0] ?? '', /^Reset your/)
  })
})
