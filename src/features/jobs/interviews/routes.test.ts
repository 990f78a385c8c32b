import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import ICAL from 'ical.js'
import type { MailTransport, OutgoingMail } from '#adapters/mail/transport.ts'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { calculateStart } from './interview-start.ts'

const sent: OutgoingMail[] = []
const mail: MailTransport = {
  kind: 'mailbox',
  async deliver(one) {
    sent.push(one)
  },
  check: async () => undefined,
  close: () => undefined,
}
let shared: Promise<TestApp> | undefined
const openApp = () => {
  shared ??= testApp({}, { mail })
  return shared
}

async function createHiring() {
  const app = await openApp()
  const recruiter = await app.given.user({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter)
  const ada = await app.given.verifiedUser()
  const application_id = await createApplication(ada, post.id)
  /** The calendar events sent to the applicant, in order. */
  const listInvitations = async () => {
    await app.settle()
    return (
      sent
        .filter(({ to }) => to === ada.email)
        .flatMap(({ attachments }) => attachments)
        .map(({ content, content_type }) => {
          const calendar = new ICAL.Component(ICAL.parse(content.toString()))
          const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? assert.fail())
          return { calendar, event, content_type, start: event.startDate.toJSDate().toISOString() }
        })
        // Mails are sent concurrently.
        .sort((one, other) => one.event.sequence - other.event.sequence)
    )
  }
  return { ...app, recruiter, post, ada, application_id, invitations: listInvitations, path: `/job-posts/${post.id}` }
}

const terms = { interview_date: '2026-12-01T00:00:00Z', interview_time: '14:30' }

async function scheduleInterview(more: object = {}) {
  const hired = await createHiring()
  const { recruiter, path, application_id } = hired
  const reply = await recruiter.post(`${path}/schedule-interview`, { application_id, ...terms, ...more })
  assert.equal(reply.status, 201, reply.text)
  return { ...hired, id: reply.data.interview_id, interview: `/interviews/${reply.data.interview_id}` }
}

describe('the start of an interview', () => {
  for (const [interview_date, interview_time, timezone, start] of [
    ['2026-12-01T00:00:00.000Z', '14:30', 'UTC', '2026-12-01T14:30:00.000Z'],
    ['2026-12-01T00:00:00.000Z', '14:30:15', 'Africa/Nairobi', '2026-12-01T11:30:15.000Z'],
    ['2026-12-01T00:00:00.000Z', '09:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
    // Midnight in Nairobi as a browser there sends it.
    ['2026-11-30T21:00:00.000Z', '09:00', 'Africa/Nairobi', '2026-12-01T06:00:00.000Z'],
    // The time itself.
    ['2026-12-01T11:30:00.000Z', '14:30', 'Africa/Nairobi', '2026-12-01T11:30:00.000Z'],
    ['2026-12-01T23:30:00.000Z', '12:30', 'Pacific/Auckland', '2026-12-01T23:30:00.000Z'],
    // Daylight saving time.
    ['2026-07-01T00:00:00.000Z', '09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
    // Does not exist in spring, and twice in autumn.
    ['2026-03-29T00:00:00.000Z', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T00:00:00.000Z', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ] as const)
    it(`${interview_date} at ${interview_time} in ${timezone} is ${start}`, () => {
      assert.equal(calculateStart({ interview_date, interview_time, timezone }), start)
    })
})

describe('POST /job-posts/{id}/schedule-interview', () => {
  it('invites the applicant, with a calendar file', async () => {
    const { ada, recruiter, path, id, application_id, post, invitations, clock } = await scheduleInterview({
      timezone: 'Africa/Nairobi',
      location: 'Room 5; second floor',
      interview_type: 'on-site',
      notes: 'Bring a pencil,\nand paper.',
    })

    const [shown] = (await ada.get('/interviews')).data

    assert.deepEqual(shown, {
      id,
      interview_id: id,
      application_id,
      job_post: { id: post.id, title: 'Botanist' },
      applicant: { id: ada.id, name: 'Barbara McClintock' },
      interviewers: [{ id: recruiter.id, name: recruiter.name }],
      interview_date: '2026-12-01T00:00:00.000Z',
      interview_time: '14:30',
      timezone: 'Africa/Nairobi',
      starts_at: '2026-12-01T11:30:00.000Z',
      duration_minutes: 60,
      location: 'Room 5; second floor',
      interview_type: 'on-site',
      notes: 'Bring a pencil,\nand paper.',
      answer: null,
      answered_at: null,
      proposed_times: [],
      slot_id: null,
      answer_message: '',
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    const judged = { ...shown, outcome: null, outcome_notes: '' }
    assert.deepEqual((await recruiter.get(`${path}/interviews`)).data, [judged])
    assert.deepEqual((await recruiter.get('/interviews')).data, [judged])
    const [invitation] = await invitations()
    assert.equal(invitation?.content_type, 'text/calendar; charset=utf-8; method=REQUEST')
    assert.equal(invitation?.calendar.getFirstPropertyValue('method'), 'REQUEST')
    assert.equal(invitation?.start, '2026-12-01T11:30:00.000Z')
    assert.equal(invitation?.event.endDate.toJSDate().toISOString(), '2026-12-01T12:30:00.000Z')
    assert.equal(invitation?.event.location, 'Room 5; second floor')
    assert.match(invitation?.event.description ?? '', /Bring a pencil,\nand paper\./)
    assert.equal(invitation?.event.sequence, 0)
    assert.deepEqual(
      invitation?.event.attendees.map((one) => one.getFirstValue()),
      [`MAILTO:${ada.email}`],
    )
    const [notice] = (await ada.get('/notifications')).data
    assert.equal(notice.type, 'job_application')
    assert.match(notice.message, /Tuesday,? 1 December 2026 at 14:30 \(Africa\/Nairobi\)/)
    assert.equal((await ada.get(notice.data.url)).status, 200)
    const [entry] = (await recruiter.get(`/users/${recruiter.id}/activity?type=interview_scheduled`)).data
    assert.equal(entry.metadata.interview_id, id)
  })

  it('uses the time zone of the applicant in mails to the applicant', async () => {
    const { recruiter, ada, path, application_id } = await createHiring()
    await ada.put(`/users/${ada.id}`, { timezone: 'Europe/Lisbon' })

    const { status } = await recruiter.post(`${path}/schedule-interview`, {
      ...terms,
      application_id,
      timezone: 'Africa/Nairobi',
    })

    const [notice] = (await ada.get('/notifications')).data
    assert.equal(status, 201)
    assert.match(notice.message, /Tuesday,? 1 December 2026 at 11:30 \(Europe\/Lisbon\)/)
  })

  it('requires an application to this post', async () => {
    const first = await createHiring()
    const other = await createHiring()

    for (const application_id of [other.application_id, 999_999]) {
      const reply = await first.recruiter.post(`${first.path}/schedule-interview`, {
        application_id,
        ...terms,
      })
      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), ['application_id'])
    }
    assert.deepEqual(await other.invitations(), [])
  })

  it('keeps a date without a time as that date in every time zone', async () => {
    const { id, recruiter } = await scheduleInterview({ interview_date: '2026-12-01', timezone: 'America/New_York' })

    const [shown] = (await recruiter.get('/interviews')).data

    assert.deepEqual([shown.id, shown.interview_date], [id, '2026-12-01T00:00:00.000Z'])
    assert.equal(shown.starts_at, '2026-12-01T19:30:00.000Z')
  })

  for (const [body, fields] of [
    [{}, ['application_id', 'interview_date', 'interview_time']],
    [{ ...terms, application_id: 1, interview_time: '25:00' }, ['interview_time']],
    [{ ...terms, application_id: 1, interview_date: '2026-13-01T00:00:00Z' }, ['interview_date']],
    [{ ...terms, application_id: 1, interview_type: 'x'.repeat(51) }, ['interview_type']],
  ] as const)
    it(`refuses ${JSON.stringify(body).slice(0, 100)}`, async () => {
      const { recruiter, path } = await createHiring()

      const reply = await recruiter.post(`${path}/schedule-interview`, body)

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors).sort(), fields)
    })

  for (const [timezone, status] of [
    ['Mars/Olympus', 422],
    ['+03:00', 422],
    ['Europe/\u0001Berlin', 422],
    [' Europe/Berlin\n', 201],
    ['', 201],
  ] as const)
    it(`responds to the time zone ${JSON.stringify(timezone)} with ${status}`, async () => {
      const { recruiter, path, application_id } = await createHiring()

      const body = { application_id, ...terms, timezone }
      const reply = await recruiter.post(`${path}/schedule-interview`, body)

      assert.equal(reply.status, status, reply.text)
      if (status === 422) assert.deepEqual(Object.keys(reply.errors), ['timezone'])
    })
})

describe('an interview', () => {
  it('is updated in the calendar under the same id, and removed from it', async () => {
    const { recruiter, ada, interview, invitations } = await scheduleInterview()

    const reply = await recruiter.put(interview, { interview_time: '16:00', timezone: 'Europe/Berlin' })
    await recruiter.put(interview, { interview_time: '16:00' })
    await recruiter.delete(interview)

    assert.equal(reply.data.starts_at, '2026-12-01T15:00:00.000Z')
    const all = await invitations()
    assert.deepEqual(
      all.map(({ calendar, event, start }) => [
        calendar.getFirstPropertyValue('method'),
        event.sequence,
        start,
        event.component.getFirstPropertyValue('status'),
      ]),
      [
        ['REQUEST', 0, '2026-12-01T14:30:00.000Z', 'CONFIRMED'],
        ['REQUEST', 1, '2026-12-01T15:00:00.000Z', 'CONFIRMED'],
        ['CANCEL', 2, '2026-12-01T15:00:00.000Z', 'CANCELLED'],
      ],
    )
    assert.equal(new Set(all.map(({ event }) => event.uid)).size, 1)
    assert.equal((await ada.get('/notifications')).meta.total, 3)
    assert.deepEqual((await ada.get('/interviews')).data, [])
    assert.equal((await recruiter.put(interview, { location: 'x' })).status, 404)
  })

  it('is cancelled when the application is withdrawn', async () => {
    const { recruiter, ada, application_id, invitations } = await scheduleInterview()

    assert.equal((await ada.delete(`/job-applications/${application_id}`)).status, 200)

    const all = await invitations()
    assert.deepEqual(
      all.map(({ event }) => event.sequence),
      [0, 1],
    )
    assert.deepEqual((await recruiter.get('/interviews')).data, [])
  })

  it('is deleted once', async () => {
    const { recruiter, interview, invitations } = await scheduleInterview()

    const replies = await runConcurrently(10, () => recruiter.delete(interview))

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 9 })
    assert.equal((await invitations()).length, 2)
  })

  it('is upcoming until it begins', async () => {
    const { ada, recruiter, path, clock } = await scheduleInterview({
      interview_date: clock0(),
      interview_time: '10:00',
    })
    const total = async () => [
      (await ada.get('/interviews?upcoming=true')).meta.total,
      (await recruiter.get(`${path}/interviews?upcoming=true`)).meta.total,
      (await ada.get('/interviews')).meta.total,
    ]
    assert.deepEqual(await total(), [1, 1, 1])

    clock.advance({ hours: 2 })

    assert.deepEqual(await total(), [0, 0, 1])
  })

  for (const [who, status] of [
    ['stranger', 403],
    ['applicant', 403],
    ['other recruiter', 403],
    ['admin', 200],
  ] as const)
    it(`responds to changes by ${who} with ${status}`, async () => {
      const { given, ada, interview, path, application_id } = await scheduleInterview()
      const people: Record<string, () => Promise<Person>> = {
        stranger: () => given.user(),
        applicant: async () => ada,
        'other recruiter': () => given.user({ role: 'recruiter' }),
        admin: given.admin,
      }
      const person = (await people[who]?.()) ?? assert.fail()

      const replies = [
        await person.post(`${path}/schedule-interview`, { application_id, ...terms }),
        await person.get(`${path}/interviews`),
        await person.put(interview, { location: 'Elsewhere' }),
        await person.delete(interview),
      ]

      assert.deepEqual(
        replies.map((reply) => reply.status),
        status === 200 ? [201, 200, 200, 200] : [403, 403, 403, 403],
      )
      assert.equal((await ada.get('/interviews')).meta.total, 1)
    })
})

/** The date of the clock of the tests. */
const clock0 = () => '2026-11-21T00:00:00Z'

describe('POST /interviews/{id}/answer', () => {
  it('notifies the recruiter of a new and of a changed answer, but not of a repeated one', async () => {
    const { ada, recruiter, interview, clock } = await scheduleInterview({ timezone: 'Africa/Nairobi' })
    await recruiter.put(`/users/${recruiter.id}`, { timezone: 'Europe/Lisbon' })

    const accepted = await ada.post(`${interview}/answer`, { answer: 'accepted' })
    const again = await ada.post(`${interview}/answer`, { answer: 'accepted' })
    const proposed_times = ['2026-12-02T10:00:00.000Z']
    const message = 'I have an exam.'
    const proposed = await ada.post(`${interview}/answer`, { answer: 'proposed', proposed_times, message })

    assert.deepEqual([accepted.data.answer, accepted.data.answered_at], ['accepted', clock.now()])
    assert.deepEqual(again.data, accepted.data)
    assert.deepEqual(
      [proposed.data.answer, proposed.data.proposed_times, proposed.data.answer_message],
      ['proposed', proposed_times, message],
    )
    const notices = (await recruiter.get('/notifications?type=job_application')).data.filter(
      ({ title }: { title: string }) => /Interview accepted|Other times/.test(title),
    )
    assert.deepEqual(
      notices.map(({ title }: { title: string }) => title),
      ['Other times proposed', 'Interview accepted'],
    )
    assert.match(notices[1].message, /accepts the interview for .* at 11:30 \(Europe\/Lisbon\)\.$/)
    assert.equal((await recruiter.get(notices[1].data.url)).status, 200)
  })

  it('is cleared when the time changes, and kept when only the place changes', async () => {
    const { ada, recruiter, interview } = await scheduleInterview()
    await ada.post(`${interview}/answer`, { answer: 'accepted' })

    const elsewhere = await recruiter.put(interview, { location: 'Room 9' })
    const later = await recruiter.put(interview, { interview_time: '16:00' })

    assert.equal(elsewhere.data.answer, 'accepted')
    assert.deepEqual([later.data.answer, later.data.answered_at], [null, null])
  })

  it('is allowed for the applicant, before the interview begins, with future times', async () => {
    const { ada, recruiter, given, interview, clock } = await scheduleInterview()
    const path = `${interview}/answer`
    const past = { answer: 'proposed', proposed_times: ['2020-01-01T00:00:00Z'] }

    assert.equal((await recruiter.post(path, { answer: 'accepted' })).status, 403)
    assert.equal((await (await given.user()).post(path, { answer: 'accepted' })).status, 403)
    for (const [body, field] of [
      [{ answer: 'perhaps' }, 'answer'],
      [{ answer: 'proposed' }, 'proposed_times'],
      [past, 'proposed_times'],
      [{ answer: 'proposed', proposed_times: ['soon'] }, 'proposed_times.0'],
    ] as const) {
      const { status, errors } = await ada.post(path, body)
      assert.deepEqual([status, Object.keys(errors)], [422, [field]])
    }
    const before = clock.now()
    clock.set('2026-12-01T14:30:00.000Z')
    const late = await ada.post(path, { answer: 'accepted' })
    clock.set(before)
    assert.equal(late.status, 422)
  })
})
