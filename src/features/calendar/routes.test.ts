import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import ICAL from 'ical.js'
import { type Person, testApp } from '#test/support/app.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'
import { getPath } from '#test/support/forms.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { addCard } from '#test/support/payments.ts'
import { project } from '#test/support/projects.ts'

const app = await testApp()
const { anonymous, given } = app
const admin = await given.admin()

async function createCalendar(person: Person) {
  const { status, data } = await person.post('/calendar')
  assert.equal(status, 201)
  return getPath(data.url)
}

async function readEvents(path: string) {
  const { status, text, headers } = await anonymous.get(path)
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8')
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  return events.map(({ uid, summary, location, startDate, endDate }) => ({
    uid,
    summary,
    location,
    start: startDate.toString(),
    end: endDate?.toString(),
  }))
}

const day = (days: number) => new Date(Date.parse(app.clock.now()) + days * 86_400_000).toISOString().slice(0, 10)

async function createInterview() {
  const recruiter = await given.user({ role: 'recruiter', name: 'Rafael Ortiz' })
  const person = await given.verifiedUser()
  const post = await createJobPost(recruiter, { title: 'Botanist; at sea, \\ far' })
  const application_id = await createApplication(person, post.id)
  const terms = { interview_date: day(3), interview_time: '10:00', timezone: 'UTC', location: 'Kew' }
  const { status, data, text } = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
    application_id,
    ...terms,
  })
  assert.equal(status, 201, text)
  return { recruiter, person, interview: { id: data.interview_id }, terms }
}

describe('a calendar', () => {
  it('has a component without events too, as RFC 5545 asks and Outlook insists', async () => {
    const path = await createCalendar(await given.user())

    assert.deepEqual(await readEvents(path), [])

    const { text } = await anonymous.get(path)
    const calendar = new ICAL.Component(ICAL.parse(text))
    assert.deepEqual(
      calendar.getAllSubcomponents().map(({ name }) => name),
      ['vtimezone'],
    )
    assert.equal(ICAL.Timezone.fromData(calendar.getFirstSubcomponent('vtimezone') ?? '').tzid, 'UTC')
    assert.match(text, /END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/)
  })

  it('has the interviews of the applicant and of the recruiter, with the UID of the invitation', async () => {
    const { recruiter, person } = await createInterview()

    const [mine] = await readEvents(await createCalendar(person))
    const [theirs] = await readEvents(await createCalendar(recruiter))

    assert.deepEqual(
      [mine?.summary, mine?.location, mine?.start],
      ['Interview: Botanist; at sea, \\ far', 'Kew', `${day(3)}T10:00:00Z`],
    )
    assert.match(String(theirs?.summary), /^Interview with Barbara McClintock: Botanist/)
    assert.equal(mine?.uid, theirs?.uid)
    assert.match(String(mine?.uid), /@api\.test$/)
  })

  it('changes an event in place, and loses one that is canceled', async () => {
    const { recruiter, person, interview } = await createInterview()
    const path = await createCalendar(person)
    const [before] = await readEvents(path)

    const { status, text } = await recruiter.put(`/interviews/${interview.id}`, { interview_time: '15:00' })
    assert.equal(status, 200, text)

    const [after, ...others] = await readEvents(path)
    assert.deepEqual([after?.uid, others], [before?.uid, []])
    assert.equal(after?.start, `${day(3)}T15:00:00Z`)
    await recruiter.delete(`/interviews/${interview.id}`)
    assert.deepEqual(await readEvents(path), [])
  })

  it('has booked exams, attempts that end, milestones and renewals', async () => {
    const author = await given.user({ role: 'researcher' })
    const person = await given.verifiedUser()
    const exam = await createExam(author, { title: 'Field methods', duration_minutes: 60 })
    const seat = { exam_type: 'online', date: day(5), time: '09:00', location: 'Online' }
    assert.equal((await person.post(`/exams/${exam.id}/book`, seat)).status, 201)
    await startAttempt(person, exam.id)
    const { id } = await project(person, { title: 'Wells' })
    await person.post(`/projects/${id}/milestones`, { title: 'Drill', due_date: day(20) })
    const payment_method_id = await addCard(person)
    await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })

    const events = await readEvents(await createCalendar(person))

    const find = (summary: RegExp) => events.find((event) => summary.test(event.summary))
    assert.deepEqual(
      [find(/^Exam: Field methods$/)?.start, find(/^Exam: Field methods$/)?.end],
      [`${day(5)}T09:00:00Z`, `${day(5)}T10:00:00Z`],
    )
    assert.ok(find(/^Your attempt at Field methods ends$/))
    assert.equal(find(/^Milestone: Drill \(Wells\)$/)?.start, day(20))
    assert.ok(find(/^Your subscription .* is renewed$/), JSON.stringify(events))
    assert.equal(new Set(events.map(({ uid }) => uid)).size, events.length)
  })

  it('speaks the language of its user', async () => {
    const { person } = await createInterview()
    await person.put(`/users/${person.id}`, { locale: 'fr', timezone: 'Africa/Nairobi' })

    const { text } = await anonymous.get(await createCalendar(person))

    assert.match(text, /SUMMARY:Entretien/)
    assert.match(text, /X-WR-TIMEZONE:Africa\/Nairobi/)
  })

  it('ends with a new address, when it is ended, and with a suspension or deletion', async () => {
    const person = await given.user()
    const first = await createCalendar(person)
    const second = await createCalendar(person)
    assert.equal((await anonymous.get(first)).status, 404)
    assert.equal((await anonymous.get(second)).status, 200)

    await admin.post(`/admin/users/${person.id}/suspend`, { reason: 'A check' })
    assert.equal((await anonymous.get(second)).status, 404)
    await admin.post(`/admin/users/${person.id}/restore`, { reason: 'A check' })
    assert.equal((await anonymous.get(second)).status, 200)

    const other = await given.user()
    const third = await createCalendar(other)
    for (let time = 0; time < 2; time++) assert.equal((await other.delete('/calendar')).status, 200)
    assert.equal((await anonymous.get(third)).status, 404)
    const fourth = await createCalendar(other)
    await other.delete(`/users/${other.id}`)
    assert.equal((await anonymous.get(fourth)).status, 404)
  })

  it('is not found by guessing, and contains nothing of others', async () => {
    const { person } = await createInterview()
    const stranger = await given.user()

    assert.deepEqual(await readEvents(await createCalendar(stranger)), [])
    assert.equal((await anonymous.get('/calendar/x.ics')).status, 404)
    assert.equal((await anonymous.post('/calendar')).status, 401)
    const { text } = await person.get(`/users/${person.id}/export`)
    const path = await createCalendar(person)
    assert.ok(!text.includes(path.slice('/calendar/'.length, -4)))
  })

  it('has at most 1,000 events, and all that are to come before former ones', async () => {
    const person = await given.user()
    const plan = (days: number, title: string) =>
      project(person, { milestones: Array.from({ length: 200 }, () => ({ title, due_date: day(days) })) })
    for (const days of [-20, -10, -1]) await plan(days, 'former')
    for (const days of [0, 1, 300]) await plan(days, 'next')

    const events = await readEvents(await createCalendar(person))

    const next = events.filter(({ summary }) => summary.startsWith('Milestone: next'))
    assert.equal(events.length, 1_000)
    assert.equal(next.length, 600)
    assert.ok(events.every(({ start = '' }) => start >= day(-10)))
  })
})
