import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { calculateCredit, calculateNextPeriod, calculateQuote } from './pricing.ts'

const now = '2026-11-21T09:00:00.000Z'
const month = { period_start: now, period_end: '2026-12-21T09:00:00.000Z', period_value: 2_900 }

describe('the credit for unused time', () => {
  for (const [what, at, credit] of [
    ['all of it at the start', now, 2_900],
    ['half of it at half-time', '2026-12-06T09:00:00.000Z', 1_450],
    ['rounded down, a millisecond after the start', '2026-11-21T09:00:00.001Z', 2_899],
    ['nothing at the end', month.period_end, 0],
    ['nothing after it', '2027-01-01T00:00:00.000Z', 0],
    ['no more than all of it when a clock runs behind', '2026-11-20T09:00:00.000Z', 2_900],
  ] as const)
    it(`is ${what}`, () => assert.equal(calculateCredit(month, at), credit))

  it('is zero for a period without length', () => {
    assert.equal(calculateCredit({ ...month, period_end: now }, now), 0)
  })
})

describe('the offer for a plan', () => {
  const offer = { price: 9_900, interval: 'month' as const, discount: 0, credit: 0, now, least: 50 }
  const end = '2026-12-21T09:00:00.000Z'

  for (const [what, change, expected] of [
    ['the price', {}, { amount: 9_900, end, value: 9_900 }],
    ['less by a discount', { discount: 900 }, { amount: 9_000, end, value: 9_000 }],
    ['less by the credit, which stays in the value', { credit: 1_450 }, { amount: 8_450, end, value: 9_900 }],
    ['less by both', { discount: 900, credit: 1_000 }, { amount: 8_000, end, value: 9_000 }],
    ['nothing when it costs less than gateways take', { credit: 9_851 }, { amount: 0, end, value: 9_851 }],
    ['the least that gateways take', { credit: 9_850 }, { amount: 50, end, value: 9_900 }],
    [
      'nothing, and a period longer by the rest of the credit',
      { price: 3_000, credit: 4_000 },
      { amount: 0, end: '2026-12-31T09:00:00.000Z', value: 4_000 },
    ],
    ['nothing for a gift', { discount: 9_900 }, { amount: 0, end, value: 0 }],
    [
      'a year for a yearly plan',
      { interval: 'year' as const },
      { amount: 9_900, end: '2027-11-21T09:00:00.000Z', value: 9_900 },
    ],
  ] as const)
    it(`is ${what}`, () => assert.deepEqual(calculateQuote({ ...offer, ...change }), { start: now, ...expected }))
})

describe('the next period', () => {
  const of = (period_end: string, anchor_day: number, interval: 'month' | 'year' = 'month') => ({
    period_end,
    interval,
    anchor_day,
  })

  for (const [what, held, at, expected] of [
    [
      'begins where the last one ended',
      of('2026-12-21T09:00:00.000Z', 21),
      '2026-12-21T09:00:30.000Z',
      ['2026-12-21', '2027-01-21'],
    ],
    [
      'ends with a short month',
      of('2027-01-31T09:00:00.000Z', 31),
      '2027-01-31T09:01:00.000Z',
      ['2027-01-31', '2027-02-28'],
    ],
    [
      'returns to its day after it',
      of('2027-02-28T09:00:00.000Z', 31),
      '2027-02-28T09:01:00.000Z',
      ['2027-02-28', '2027-03-31'],
    ],
    [
      'knows leap years',
      of('2027-02-28T09:00:00.000Z', 29, 'year'),
      '2027-02-28T09:01:00.000Z',
      ['2027-02-28', '2028-02-29'],
    ],
    [
      'is the same when it is paid a week late',
      of('2026-12-21T09:00:00.000Z', 21),
      '2026-12-28T09:00:00.000Z',
      ['2026-12-21', '2027-01-21'],
    ],
    [
      'begins now when it would be over already',
      of('2026-12-21T09:00:00.000Z', 21),
      '2027-03-05T09:00:00.000Z',
      ['2027-03-05', '2027-04-05'],
    ],
  ] as const)
    it(what, () => {
      const { start, end } = calculateNextPeriod(held, at)
      assert.deepEqual([start.slice(0, 10), end.slice(0, 10)], expected)
    })
})
