import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { fromMinorUnits, getMinCharge, isAmount, toMinorUnits } from './money.ts'

/** Amounts that are no money, or more than there can be. */
const unusable = [
  1e-9, 1e-300, 0.001, 29.000000001, 29.009999999, 999_999.001, 1_000_000_000.01, 1e21, 1e300, -0.01, -29,
]

describe('an amount', () => {
  it('is every number of whole minor units, as it is sent', () => {
    for (let minor = 0; minor <= 100_000_000; minor += 997) {
      const amount = Number(`${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`)
      assert.ok(isAmount(amount, 'USD'), String(amount))
      assert.equal(toMinorUnits(amount, 'USD'), minor)
    }
  })

  for (const [currency, exact, minor, tooExact, least] of [
    ['USD', 29.99, 2_999, 29.999, 50],
    ['KES', 2_900.5, 290_050, 2_900.505, 50],
    ['UGX', 107_000, 107_000, 107_000.5, 50],
    ['RWF', 36_000, 36_000, 0.5, 50],
    ['XOF', 17_500, 17_500, 17_500.01, 50],
    ['XAF', 17_500, 17_500, 1.5, 50],
    ['JPY', 4_500, 4_500, 4_500.1, 50],
    ['KWD', 8.905, 8_905, 8.9055, 500],
    // `Intl` gives these no cents, and ISO 4217 does.
    ['LAK', 1.25, 125, 1.255, 50],
    ['MGA', 1.25, 125, 1.255, 50],
  ] as const)
    it(`in ${currency} has the decimal places of ISO 4217`, () => {
      assert.ok(isAmount(exact, currency))
      assert.equal(toMinorUnits(exact, currency), minor)
      assert.equal(fromMinorUnits(minor, currency), exact)
      assert.ok(!isAmount(tooExact, currency))
      assert.equal(getMinCharge(currency), least)
    })

  it('is refused wherever money comes in when it has more places, is below 0 or too large', async () => {
    const { given } = await testApp()
    const [admin, instructor] = [await given.admin(), await given.user({ role: 'researcher' })]
    const limits = { job_postings: 1, candidate_searches: 1, team_members: 1 }
    const description = 'Plants.'

    for (const amount of unusable) {
      const replies = {
        plan: await admin.post('/subscriptions/plans', { id: 'odd', name: 'Odd', price: amount, limits }),
        plan_change: await admin.put('/subscriptions/plans/professional', { price: amount }),
        coupon: await admin.post('/coupons', { code: 'ODD', amount_off: amount }),
        course: await instructor.post('/courses', { title: 'Botany', description, price: amount }),
      }

      for (const [name, { status, text, errors }] of Object.entries(replies)) {
        assert.equal(status, 422, `${name} ${amount}: ${text}`)
        assert.deepEqual(Object.keys(errors ?? {}), [name === 'coupon' ? 'amount_off' : 'price'])
      }
    }
    assert.equal((await admin.post('/coupons', { code: 'NONE', amount_off: 0 })).status, 422)
  })
})
