/** The time zone of an exam. In Berlin the clocks go from 2 to 3 on 28 March 2027, and from 3 to 2 on 31 October 2027. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createExam, startAttempt, takeExam } from '#test/support/exams.ts'

const timezone = 'Europe/Berlin'

async function createLocalExam(now: string, more: object = {}) {
  const app = await testApp()
  app.clock.set(now)
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { timezone, ...more })
  return { ...app, author, exam, ada: await app.given.user() }
}

describe('timezone of an exam', () => {
  it('reads a time that the clocks skip with the offset before the change', async () => {
    const { exam, ada } = await createLocalExam('2027-03-20T09:00:00.000Z')

    const { data } = await ada.post(`/exams/${exam.id}/book`, { date: '2027-03-28', time: '02:30', location: 'Room 7' })

    assert.equal(data.booking.starts_at, '2027-03-28T01:30:00.000Z')
  })

  it('is UTC unless given, an IANA name, and changes with the exam', async () => {
    const { author, exam, ada } = await createLocalExam('2027-10-01T09:00:00.000Z')
    const plain = await createExam(author, { timezone: undefined })

    const unknown = await author.put(`/exams/${exam.id}`, { timezone: 'Berlin/Mitte' })
    const empty = await author.put(`/exams/${exam.id}`, { timezone: '' })
    const moved = await author.put(`/exams/${exam.id}`, { timezone: 'Africa/Nairobi' })

    assert.deepEqual([plain.timezone, exam.timezone], ['UTC', timezone])
    assert.deepEqual([unknown.status, Object.keys(unknown.errors)], [422, ['timezone']])
    assert.deepEqual(unknown.errors, { timezone: ['The timezone must be an IANA name, like Europe/Berlin.'] })
    assert.deepEqual([empty.status, Object.keys(empty.errors)], [422, ['timezone']])
    assert.equal(moved.data.timezone, 'Africa/Nairobi')
    assert.equal((await ada.get(`/exams/${exam.id}`)).data.timezone, 'Africa/Nairobi')
  })

  it('is that of the date and time of a booking, which keeps it', async () => {
    const { author, exam, given, clock, settle, listMails } = await createLocalExam('2027-10-29T09:00:00.000Z')
    const ada = await given.verifiedUser()
    const book = (date: string, time: string) =>
      ada.post(`/exams/${exam.id}/book`, { exam_type: 'on-site', date, time, location: 'Room 7' })

    const summer = await book('2027-10-30', '10:00')
    const winter = await book('2027-11-01', '10:00')
    await author.put(`/exams/${exam.id}`, { timezone: 'Africa/Nairobi' })
    const later = await book('2027-11-02', '10:00')

    const starts = [summer, winter, later].map(({ data }) => [data.booking.starts_at, data.booking.timezone])
    assert.deepEqual(starts, [
      ['2027-10-30T08:00:00.000Z', timezone],
      ['2027-11-01T09:00:00.000Z', timezone],
      ['2027-11-02T07:00:00.000Z', 'Africa/Nairobi'],
    ])
    await settle()
    clock.set('2027-10-31T10:00:00.000Z')
    await settle()
    const told = (await ada.get('/notifications?type=exam_reminder')).data.map(
      ({ message }: { message: string }) => message,
    )
    assert.match(told[0], /Monday,? 1 November 2027 at 10:00 \(Europe\/Berlin\)/)
    const mails = (await listMails(ada.email)).map(({ text }) => text)
    assert.match(mails.join('\n'), /Saturday,? 30 October 2027 at 10:00 \(Europe\/Berlin\)/)
  })

  it('is that of the window in which a day is booked', async () => {
    const { exam, ada } = await createLocalExam('2027-10-01T21:30:00.000Z', {
      timezone: 'Asia/Tokyo',
      available_until: '2027-10-02T16:00:00.000Z',
    })
    const book = (date: string, time: string) =>
      ada.post(`/exams/${exam.id}/book`, { exam_type: 'on-site', date, time, location: 'Room 7' })

    const over = await book('2027-10-01', '23:00')
    const late = await book('2027-10-03', '01:00')
    const held = await book('2027-10-03', '00:30')

    assert.deepEqual([over.status, over.errors], [422, { date: ['The date may not be in the past.'] }])
    assert.deepEqual([late.status, Object.keys(late.errors)], [422, ['time']])
    assert.equal(held.data.booking.starts_at, '2027-10-02T15:30:00.000Z')
  })

  it('keeps the time of the day at which a running attempt ends when everybody gets a day more', async () => {
    const { author, exam, ada, given, clock } = await createLocalExam('2027-10-30T15:00:00.000Z', {
      duration_minutes: 2_880,
    })
    const early = await startAttempt(ada, exam.id)
    clock.set('2027-10-30T17:30:00.000Z')
    const short = await createExam(author, { timezone, duration_minutes: 60 })
    const grace = await given.user()
    const brief = await startAttempt(grace, short.id)

    await author.post(`/exams/${exam.id}/extend`, { minutes: 1_440, reason: 'Power failure' })
    await author.post(`/exams/${short.id}/extend`, { minutes: 1_440, reason: 'Power failure' })

    // At 16:00 in Berlin, after the change; and from 20:30 to 20:30 over it, which is 25 hours.
    assert.equal(early.expires_at, '2027-11-01T15:00:00.000Z')
    assert.equal((await ada.get(`/exam-attempts/${early.id}`)).data.expires_at, '2027-11-02T15:00:00.000Z')
    assert.equal(brief.expires_at, '2027-10-30T18:30:00.000Z')
    assert.equal((await grace.get(`/exam-attempts/${brief.id}`)).data.expires_at, '2027-10-31T19:30:00.000Z')
  })

  it('is that of the end in the reminder, and of the moment at which answers are shown', async () => {
    const until = '2027-11-01T16:00:00.000Z'
    const { exam, ada, clock, settle } = await createLocalExam('2027-10-30T09:00:00.000Z', { available_until: until })
    const { attempt_id } = await takeExam(ada, exam.id, 'wrong')

    const refused = await ada.get(`/exam-attempts/${attempt_id}/review`)
    clock.set('2027-10-31T17:00:00.000Z')
    await settle()

    assert.equal(refused.status, 403)
    assert.match(
      refused.message,
      /^You can see the answers after Monday,? 1 November 2027 at 17:00 \(Europe\/Berlin\)\.$/,
    )
    const [notice] = (await ada.get('/notifications?type=exam_reminder')).data
    assert.match(notice.message, /closes on Monday,? 1 November 2027 at 17:00 \(Europe\/Berlin\)/)
  })
})
