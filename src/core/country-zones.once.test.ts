import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCountryOfPhone } from './countries.ts'
import { findTimezoneOfCountry } from './country-zones.ts'
import { isTimezone } from './time-zone.ts'

describe('the time zone of a phone', () => {
  it('is known for every country whose numbers are known', () => {
    const prefixes = Array.from({ length: 1_000 }, (_, code) => `+${code}712345678`)
    const countries = new Set(prefixes.flatMap((phone) => findCountryOfPhone(phone) ?? []))

    const missing = [...countries].filter((country) => !isTimezone(findTimezoneOfCountry(country) ?? ''))

    assert.ok(countries.size > 60)
    assert.deepEqual(missing, [])
  })

  it('is unknown for other countries', () => {
    assert.deepEqual(['', 'XX', 'toString'].map(findTimezoneOfCountry), [null, null, null])
  })
})
