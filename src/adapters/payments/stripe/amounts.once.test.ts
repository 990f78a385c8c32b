import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getStripeStep, toStripeAmount } from './amounts.ts'

describe('an amount at Stripe', () => {
  for (const [what, minor, currency, amount, step] of [
    ['29.00 USD', 2_900, 'USD', 2_900, 1],
    ['4,500 JPY', 4_500, 'JPY', 4_500, 1],
    ['17,500 XOF', 17_500, 'XOF', 17_500, 1],
    ['107,000 UGX, with two digits that are always 0', 107_000, 'UGX', 10_700_000, 1],
    ['900 ISK, with two digits that are always 0', 900, 'ISK', 90_000, 1],
    ['8.910 KWD, whose last digit is 0', 8_910, 'KWD', 8_910, 10],
    ['5,000 MGA, which has no cents there', 500_000, 'MGA', 5_000, 100],
  ] as const)
    it(`is right for ${what}`, () => {
      assert.equal(toStripeAmount(minor, currency), amount)
      assert.equal(getStripeStep(currency), step)
    })

  it('does not exist for a currency that Stripe does not list', () => assert.equal(getStripeStep('IQD'), null))
})
