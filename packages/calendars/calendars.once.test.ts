import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeCalendar, writeInvitation } from './index.ts'

const product = { company: 'Example', product: 'Calendar' }
const calendar = { name: 'Interviews', product, timezone: 'Africa/Nairobi', language: 'en', events: [] }

describe('a calendar for subscription', () => {
  it('has a component also without events, and ends each line in CR LF', () => {
    const text = writeCalendar(calendar)

    assert.match(text, /BEGIN:VTIMEZONE\r\nTZID:UTC\r\n/)
    assert.match(text, /END:VCALENDAR\r\n$/)
    assert.doesNotMatch(text, /[^\r]\n/)
  })

  it('keeps an event of a day without times', () => {
    const event = { uid: 'a@example.org', sequence: 0, changedAt: '2026-11-01T08:00:00.000Z', location: '' }

    const text = writeCalendar({ ...calendar, events: [{ ...event, summary: 'Closed', when: { day: '2026-12-24' } }] })

    assert.match(text, /DTSTART;VALUE=DATE:20261224\r\n/)
    assert.doesNotMatch(text, /DTEND/)
  })
})

describe('an invitation', () => {
  it('is cancelled under the same id with a later sequence', () => {
    const meeting = {
      ...{ product, uid: 'a@example.org', stamp: '2026-11-01T08:00:00.000Z', language: 'en', location: '' },
      ...{ start: '2026-12-01T09:00:00.000Z', end: '2026-12-01T09:30:00.000Z', summary: 'Interview', description: '' },
      organizer: { name: 'Ada', email: 'ada@example.org' },
      attendee: { name: 'Jan', email: 'jan@example.org' },
    }

    const invited = writeInvitation({ ...meeting, sequence: 0 }, 'REQUEST')
    const cancelled = writeInvitation({ ...meeting, sequence: 1 }, 'CANCEL')

    assert.match(invited, /METHOD:REQUEST.*UID:a@example\.org.*SEQUENCE:0.*STATUS:CONFIRMED/s)
    assert.match(cancelled, /METHOD:CANCEL.*UID:a@example\.org.*SEQUENCE:1.*STATUS:CANCELLED/s)
  })
})
