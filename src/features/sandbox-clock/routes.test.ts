import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemContext } from '#context.ts'
import { addDuration, MovableClock } from '#core/time.ts'
import { getDateInTimezone } from '#core/time-zone.ts'
import { prepare } from '#database/query/prepare.ts'
import { createApp } from '#test/support/app.ts'
import { addCard, createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { advanceClock, readClock } from './service.ts'

/** A service with its own clock instead of that of the tests. */
const createMovableApp = () => createApp({}, { clock: new MovableClock() })

const charges = {
  ofUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('charges').select(['created_at', 'period_start']).where('user_id', '=', p.user_id).orderBy('id'),
  ),
}

const daysFrom = (start: string, time: string) => Math.round((Date.parse(time) - Date.parse(start)) / 86_400_000)

describe('the clock of the sandbox', () => {
  it('is advanced by a duration, and stays ahead after a restart', async () => {
    const app = await createMovableApp()
    const before = (await app.anonymous.get('/sandbox/clock')).data
    const { status, data, message } = await app.anonymous.post('/sandbox/clock', { advance: 'P1M2DT3H' })
    const clock = new MovableClock()
    await readClock(createSystemContext({ ...app.platform, clock }))
    assert.deepEqual([before.ahead_seconds, status, message], [0, 201, 'The clock is advanced.'])
    assert.ok(daysFrom(before.now, data.now) >= 30 && daysFrom(before.now, data.now) <= 33)
    assert.ok(Math.abs(Date.parse(clock.now()) - Date.parse(data.now)) < 5_000)
    assert.ok(Math.abs(data.ahead_seconds * 1000 - clock.aheadMs) < 5_000)
  })

  it('runs what happens on the way, in its order', async () => {
    const app = await createMovableApp()
    const person = await app.given.verifiedUser()
    const payment_method_id = await addCard(person)
    const start = app.platform.clock.now()
    const subscribed = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
    assert.equal(subscribed.status, 201, subscribed.text)

    await app.anonymous.post('/sandbox/clock', { advance: 'P65D', step_hours: 24 })
    const { data: session } = await app.anonymous.post('/auth/login', {
      email: person.email,
      password: 'correct horse',
    })
    const later = app.withToken(session.token)
    const invoices = (await later.get('/billing/history')).data
    const times = invoices.map(({ date }: { date: string }) => daysFrom(start, `${date}T12:00:00Z`))

    assert.equal((await person.get('/auth/me')).status, 401)
    assert.equal(times.length, 3)
    assert.deepEqual(
      times.toSorted((a: number, b: number) => b - a),
      times,
    )
    const gaps = times.slice(1).map((time: number, index: number) => (times[index] ?? 0) - time)
    assert.ok(
      gaps.every((gap: number) => gap >= 28 && gap <= 31),
      gaps.join(),
    )
  })

  it('runs background work after each of so many hours', async () => {
    const app = await createMovableApp()
    const times: string[] = []
    const watched = {
      ...createSystemContext(app.platform),
      runDueWork: async () => void times.push(app.platform.clock.now()),
    }
    const start = app.platform.clock.now()

    await advanceClock(watched, { advance: 'P1D', step_hours: 8 })

    const hours = times.map((time) => Math.round((Date.parse(time) - Date.parse(start)) / 3_600_000))
    assert.deepEqual(
      [...new Set(hours)].filter((hour) => hour % 8 === 0 && hour > 0),
      [8, 16, 24],
    )
    const { status, errors } = await app.anonymous.post('/sandbox/clock', { advance: 'P1D', step_hours: 25 })
    assert.deepEqual([status, Object.keys(errors)], [422, ['step_hours']])
  })

  it('runs what has a date of its own at that moment, however long its steps are', async () => {
    const app = await createMovableApp()
    const [author, recruiter] = [
      await app.given.user({ role: 'researcher' }),
      await app.given.user({ role: 'recruiter' }),
    ]
    const person = await app.given.verifiedUser()
    const now = app.platform.clock.now()
    const lessons = [{ title: 'First', duration_minutes: 10, due_after_days: 3 }]
    await createEnrollment(person, (await createCourse(author, { lessons })).id)
    const exam = await createExam(author)
    const slot = { exam_type: '', date: addDuration(now, { days: 4 }).slice(0, 10), time: '11:00', location: 'Room 7' }
    const booked = await person.post(`/exams/${exam.id}/book`, slot)
    assert.equal(booked.status, 201, booked.text)
    await person.post('/saved-searches', { kind: 'job_posts', frequency: 'daily' })
    await createJobPost(recruiter)

    const { status } = await app.anonymous.post('/sandbox/clock', { advance: 'P5D', step_hours: 24 })

    assert.equal(status, 201)
    const { data } = await person.get('/notifications?limit=100')
    const expected = {
      'A lesson is due soon': addDuration(now, { days: 2 }),
      'Your exam is near': addDuration(booked.data.booking.starts_at, { days: -1 }),
      'New matches': `${addDuration(now, { hours: 18 }).slice(0, 10)}T06:00:00.000Z`,
    }
    for (const [title, moment] of Object.entries(expected)) {
      const [told] = data.filter((notification: { title: string }) => notification.title === title)
      const lateMs = Date.parse(told?.created_at) - Date.parse(moment)
      assert.ok(lateMs >= 0 && lateMs < 11 * 60_000, `${title}: ${told?.created_at}, and not ${moment}`)
    }
  })

  it('asks a phone for a renewal in the hours of the day, however long its steps are', async () => {
    const app = await createMovableApp()
    const zone = 'Pacific/Kiritimati'
    const person = await app.given.verifiedUser()
    await person.put(`/users/${person.id}`, { timezone: zone })
    const method = { type: 'mobile_money', provider: 'orange', phone: '+26771230000' }
    const payment_method_id = (await person.post('/payment-methods', method)).data.payment_method.id
    const bought = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
    assert.equal(bought.status, 201, bought.text)

    for (let week = 0; week < 10; week++) await app.anonymous.post('/sandbox/clock', { advance: 'P1W', step_hours: 24 })

    const renewals = (await charges.ofUser.all(app.service.context, { user_id: person.id })).slice(1)
    assert.ok(renewals.length >= 2)
    for (const { created_at, period_start } of renewals) {
      const asked = Temporal.Instant.from(created_at).toZonedDateTimeISO(zone)
      assert.ok(asked.hour >= 10 && asked.hour < 18, created_at)
      assert.equal(getDateInTimezone(created_at, zone), getDateInTimezone(period_start, zone))
    }
  })

  it('ends attempts whose time is over', async () => {
    const app = await createMovableApp()
    const [author, person] = [await app.given.user({ role: 'researcher' }), await app.given.user()]
    const exam = await createExam(author, { available_from: '2020-01-01T00:00:00Z' })
    const { data } = await person.post(`/exams/${exam.id}/start`)
    await app.anonymous.post('/sandbox/clock', { advance: 'P1D' })
    const attempt = (await person.get(`/exam-attempts/${data.attempt?.id ?? data.id ?? data.attempt_id}`)).data
    assert.equal(attempt.status, 'expired')
  })

  it('refuses what is no duration, too long, or backwards', async () => {
    const { anonymous } = await createMovableApp()
    for (const advance of ['30 days', 'P', 'PT', '-P1D', 'P-1D', 'P1.5D', '', 7, null]) {
      const { status, errors } = await anonymous.post('/sandbox/clock', { advance })
      assert.equal(status, 422, String(advance))
      assert.ok(errors.advance)
    }
    const { message, errors } = await anonymous.post('/sandbox/clock', { advance: 'P2Y' })
    assert.match(message, /at most a year/)
    assert.ok(errors.advance)
    const { data } = await anonymous.get('/sandbox/clock')
    assert.equal(data.ahead_seconds, 0)
  })

  it('is not there in production', async () => {
    const { anonymous } = await createApp({
      NODE_ENV: 'production',
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'smtp://127.0.0.1:1',
      APP_SECRET: 'x'.repeat(40),
    })
    assert.equal((await anonymous.get('/sandbox/clock')).status, 404)
    assert.equal((await anonymous.post('/sandbox/clock', { advance: 'P1D' })).status, 404)
  })
})
