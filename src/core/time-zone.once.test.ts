import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getTimeInTimezone, isTimezone } from './time-zone.ts'

describe('isTimezone', () => {
  for (const name of ['UTC', 'utc', 'Africa/Nairobi', 'America/Buenos_Aires', 'Etc/GMT+3', 'EST5EDT'])
    it(`accepts ${name}, in which a time can be told`, () => {
      assert.equal(isTimezone(name), true)
      assert.match(getTimeInTimezone('2026-11-29T12:00:00.000Z', name), /^\d\d:\d\d$/)
    })

  // `JST` and `SystemV/PST8` are known to `Intl`, but no time can be told in them.
  for (const name of [
    '',
    '+03:00',
    'UTC+1',
    'Mars/Base',
    'JST',
    'SystemV/PST8',
    'Etc/Unknown',
    'Africa/Nairobi[u-ca=hebrew]',
  ])
    it(`refuses "${name}"`, () => assert.equal(isTimezone(name), false))
})
