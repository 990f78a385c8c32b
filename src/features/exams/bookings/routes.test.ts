import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createExam, startAttempt, takeExam } from '#test/support/exams.ts'

const slot = { exam_type: 'on-site', date: '2026-12-01', time: '10:00', location: 'Room 7' }

async function createBookableExam(more: object = {}, settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const author = await app.given.user({ role: 'researcher' })
  app.clock.set('2026-11-21T09:00:00.000Z')
  return { ...app, author, exam: await createExam(author, more), ada: await app.given.user() }
}

describe('POST /exams/{id}/book', () => {
  it('books a slot', async () => {
    const { ada, exam } = await createBookableExam()

    const reply = await ada.post(`/exams/${exam.id}/book`, slot)

    assert.equal(reply.status, 201, reply.text)
    const { id } = reply.data.booking
    const expected = {
      id,
      exam_id: exam.id,
      ...slot,
      timezone: 'UTC',
      status: 'confirmed',
      starts_at: '2026-12-01T10:00:00.000Z',
    }
    assert.deepEqual(reply.data, { booking: expected })
    const list = await ada.get('/exam-bookings')
    assert.deepEqual(list.data, [{ ...expected, exam: { id: exam.id, title: 'Basics' } }])
    const [entry] = (await ada.get(`/users/${ada.id}/activity?type=exam_booked`)).data
    assert.equal(entry.metadata.booking_id, id)
  })

  it('limits a slot to its exact capacity, and makes a canceled seat available', async () => {
    const { given, exam } = await createBookableExam({}, { EXAM_SLOT_CAPACITY: '5' })
    const people = await Promise.all(Array.from({ length: 12 }, () => given.user()))
    const path = `/exams/${exam.id}/book`

    // The same slot in another spelling.
    const replies = await runConcurrently(
      12,
      (index) =>
        people[index % 12]?.post(path, index % 2 ? slot : { ...slot, time: '10:00:00', location: ' room  7' }) ??
        assert.fail(),
    )

    assert.deepEqual(countByStatus(replies), { 201: 5, 422: 7 })
    const winner = replies.findIndex(({ status }) => status === 201)
    const loser = replies.findIndex(({ status }) => status === 422)
    assert.deepEqual(replies[loser]?.errors, { time: ['This slot is full; please choose another one.'] })
    const other = await people[loser]?.post(path, { ...slot, location: 'Room 8' })
    assert.equal(other?.status, 201)
    const canceled = await people[winner]?.delete(`/exam-bookings/${replies[winner]?.data.booking.id}`)
    assert.equal(canceled?.status, 200)
    assert.equal((await people[loser]?.post(path, slot))?.status, 201)
    assert.equal((await people[winner]?.post(path, slot))?.status, 422)
  })

  it('books one seat when one user sends twenty requests at once', async () => {
    const { ada, given, exam } = await createBookableExam({}, { EXAM_SLOT_CAPACITY: '2' })

    const replies = await runConcurrently(20, () => ada.post(`/exams/${exam.id}/book`, slot))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.equal((await (await given.user()).post(`/exams/${exam.id}/book`, slot)).status, 201)
    const full = await ada.post(`/exams/${exam.id}/book`, slot)
    assert.deepEqual([full.status, full.message], [422, 'You have already booked this slot.'])
  })

  const window = { available_from: '2026-11-25T09:00:00Z', available_until: '2026-12-05T17:00:00Z' }
  const refusals: [string, object, string[]][] = [
    ['yesterday', { date: '2026-11-20' }, ['date']],
    ['earlier today', { date: '2026-11-21', time: '08:59' }, ['time']],
    ['before the window', { date: '2026-11-24' }, ['date']],
    ['after the window', { date: '2026-12-06' }, ['date']],
    ['on its first day, too early', { date: '2026-11-25', time: '08:00' }, ['time']],
    ['on its last day, too late', { date: '2026-12-05', time: '17:00' }, ['time']],
    ['on no day', { date: '2026-02-30' }, ['date']],
    ['nowhere', { location: ' ' }, ['location']],
    ['at no time', { time: '25:00' }, ['time']],
  ]
  for (const [when, more, fields] of refusals)
    it(`refuses ${when}`, async () => {
      const { ada, exam } = await createBookableExam(window)

      const reply = await ada.post(`/exams/${exam.id}/book`, { ...slot, ...more })

      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, fields], reply.text)
      assert.equal((await ada.get('/exam-bookings')).meta.total, 0)
    })

  it('is allowed for exams that the caller can see', async () => {
    const { ada, author, exam } = await createBookableExam({ publication_status: 'draft' })

    assert.equal((await ada.post(`/exams/${exam.id}/book`, slot)).status, 404)
    assert.equal((await author.post(`/exams/${exam.id}/book`, slot)).status, 422)
  })
})

describe('bookings', () => {
  it('are listed for their owner, earliest first, by exam and future date', async () => {
    const { ada, author, given, exam: first, clock } = await createBookableExam()
    const second = await createExam(author)
    const book = (id: number, date: string) => ada.post(`/exams/${id}/book`, { ...slot, date })
    const [late, early] = [await book(first.id, '2026-12-03'), await book(second.id, '2026-12-02')]
    clock.set('2026-12-02T12:00:00.000Z')

    const ids = async (query: string) =>
      (await ada.get(`/exam-bookings${query}`)).data.map(({ id }: { id: number }) => id)

    const [lateId, earlyId] = [late.data.booking.id, early.data.booking.id]
    assert.deepEqual(await ids(''), [earlyId, lateId])
    assert.deepEqual(await ids('?upcoming=true'), [lateId])
    assert.deepEqual(await ids(`?exam_id=${second.id}`), [earlyId])
    const stranger = await given.user()
    assert.equal((await stranger.delete(`/exam-bookings/${lateId}`)).status, 404)
    assert.equal((await stranger.get('/exam-bookings')).meta.total, 0)
    assert.equal((await ada.delete(`/exam-bookings/${lateId}`)).status, 200)
    assert.equal((await ada.delete(`/exam-bookings/${lateId}`)).status, 404)
  })
})

describe('reminders', () => {
  it('are sent once, 24 hours before a booking, and not for a canceled one', async () => {
    const app = await testApp()
    app.clock.set('2026-11-21T09:00:00.000Z')
    const made = await createExam(await app.given.user({ role: 'researcher' }))
    const [ada, grace] = [await app.given.user(), await app.given.user()]
    await ada.put(`/users/${ada.id}`, { timezone: 'Africa/Nairobi' })
    await ada.post(`/exams/${made.id}/book`, slot)
    const { data } = await grace.post(`/exams/${made.id}/book`, slot)
    await grace.delete(`/exam-bookings/${data.booking.id}`)
    const told = async () => (await ada.get('/notifications?type=exam_reminder')).data
    await app.settle()

    app.clock.set('2026-11-30T09:58:00.000Z')
    await app.settle()
    const before = await told()
    app.clock.set('2026-11-30T10:00:00.000Z')
    await app.settle()
    app.clock.advance({ hours: 2 })
    await app.settle()

    assert.deepEqual(before, [])
    const [notice, ...more] = await told()
    assert.deepEqual(more, [])
    assert.deepEqual(notice.data, { url: `/exams/${made.id}`, action: 'view_exam' })
    assert.equal((await ada.get(notice.data.url)).status, 200)
    assert.match(notice.message, /Basics takes place on Tuesday,? 1 December 2026 at 10:00 \(UTC\), Room 7/)
    assert.equal((await grace.get('/notifications')).meta.total, 0)
  })

  it('announce the end of the window to users who could still pass', async () => {
    const app = await testApp()
    const author = await app.given.user({ role: 'researcher' })
    const until = addDuration(app.clock.now(), { days: 3 })
    const made = await createExam(author, { max_attempts: 2, available_until: until, duration_minutes: 5 })
    const person = () => app.given.user()
    const [tried, booked, passed, used, canceled, open, stranger] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ]
    await takeExam(tried, made.id, 'wrong')
    const [date = ''] = addDuration(app.clock.now(), { days: 2 }).split('T')
    const seat = { ...slot, date }
    await booked.post(`/exams/${made.id}/book`, seat)
    await takeExam(passed, made.id, 'right')
    await takeExam(used, made.id, 'wrong')
    await takeExam(used, made.id, 'wrong')
    const { data } = await canceled.post(`/exams/${made.id}/book`, { ...seat, time: '11:00' })
    await canceled.delete(`/exam-bookings/${data.booking.id}`)
    await startAttempt(open, made.id)
    await app.settle()

    app.clock.advance({ days: 2, minutes: 1 })
    await app.settle()
    app.clock.advance({ minutes: 5 })
    await app.settle()

    const createClosingExam = async (who: typeof tried) =>
      (await who.get('/notifications?type=exam_reminder')).data.filter(
        ({ title }: { title: string }) => title === 'An exam closes soon',
      )
    const when = /closes on \w+,? \d+ \w+ \d+ at \d\d:\d\d \(UTC\), and you have attempts left/
    for (const who of [tried, booked, open]) {
      const [notice, ...more] = await createClosingExam(who)
      assert.deepEqual(more, [])
      assert.deepEqual(notice.data, { url: `/exams/${made.id}`, action: 'view_exam' })
      assert.match(notice.message, when)
    }
    for (const who of [passed, used, canceled, stranger]) assert.deepEqual(await createClosingExam(who), [])

    // Another end of the window sends another reminder.
    await author.put(`/exams/${made.id}`, { available_until: addDuration(until, { days: 2 }) })
    app.clock.advance({ days: 2 })
    await app.settle()
    app.clock.advance({ minutes: 1 })
    await app.settle()
    assert.equal((await createClosingExam(tried)).length, 2)
  })
})

describe('a slot', () => {
  const slotsOf = prepare((q, p: { exam_id: number }) =>
    q.selectFrom('exam_slots').select('taken').where('exam_id', '=', p.exam_id),
  )

  it('is stored as long as somebody has booked it', async () => {
    const { given, exam, ada, platform } = await createBookableExam()
    const path = `/exams/${exam.id}/book`
    const other = await given.user()
    const [first, second] = [await ada.post(path, slot), await other.post(path, slot)]
    const readSlots = () => slotsOf.all(platform, { exam_id: exam.id })

    await ada.delete(`/exam-bookings/${first.data.booking.id}`)
    assert.deepEqual(await readSlots(), [{ taken: 1 }])

    await other.delete(`/exam-bookings/${second.data.booking.id}`)
    assert.deepEqual(await readSlots(), [])

    assert.equal((await ada.post(path, slot)).status, 201)
    assert.deepEqual(await readSlots(), [{ taken: 1 }])
  })
})

describe('the mails about a booking', () => {
  it('invite, and cancel the same event', async () => {
    const { given, exam, listMails } = await createBookableExam({ title: 'Field methods' })
    const person = await given.verifiedUser()
    const { data } = await person.post(`/exams/${exam.id}/book`, slot)
    await person.delete(`/exam-bookings/${data.booking.id}`)

    const [cancellation, invitation] = await listMails(person.email)

    assert.equal(invitation?.subject, 'Your exam is booked: Field methods')
    assert.match(String(invitation?.text), /Your exam Field methods is on .*1 December 2026.*, Room 7\./)
    assert.deepEqual(invitation?.attachments, [
      { filename: 'invitation.ics', content_type: 'text/calendar; charset=utf-8; method=REQUEST' },
    ])
    assert.equal(cancellation?.subject, 'Your booking is canceled: Field methods')
    assert.match(String(cancellation?.attachments[0]?.content_type), /method=CANCEL$/)
  })

  it('are not sent to unproven addresses, nor to those who do not want them', async () => {
    const { given, exam, listMails, ada } = await createBookableExam()
    const person = await given.verifiedUser()
    await person.put('/notifications/preferences', { exam_reminder: { email: false } })
    const before = await listMails(person.email)

    for (const one of [ada, person]) assert.equal((await one.post(`/exams/${exam.id}/book`, slot)).status, 201)

    assert.deepEqual(await listMails(person.email), before)
    assert.ok((await listMails(ada.email)).every(({ subject }) => !subject.startsWith('Your exam')))
  })
})
