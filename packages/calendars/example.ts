import assert from 'node:assert/strict'
import { writeCalendar } from '@research-platform/calendars'

const text = writeCalendar({
  name: 'Interviews',
  product: { company: 'Example', product: 'Calendar' },
  timezone: 'Africa/Nairobi',
  language: 'en',
  events: [
    {
      uid: 'interview-1@example.org',
      sequence: 0,
      changedAt: '2026-11-01T08:00:00.000Z',
      summary: 'Interview',
      location: '',
      when: { start: '2026-12-01T09:00:00.000Z', end: '2026-12-01T09:30:00.000Z' },
    },
  ],
})
assert.match(text, /DTSTART:20261201T090000Z/)
