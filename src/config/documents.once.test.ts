import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '#config.ts'

const read = (TAX_RATES: string, more: object = {}) => readConfig({ TAX_RATES, ...more }).documents

describe('TAX_RATES', () => {
  it('gives countries their rates', () => {
    assert.deepEqual(read(' KE=16, CH = 8.1,US=0,').tax.rates, { KE: 1_600, CH: 810, US: 0 })
    assert.deepEqual(read('').tax.rates, {})
  })

  for (const wrong of ['KE', 'KE=', 'KE=16 %', 'KE=160', 'ke=16', 'XX=1', 'KE=16,KE=8', 'constructor=1', '16'])
    it(`is refused as ${wrong}`, () =>
      assert.throws(() => read(wrong), /TAX_RATES must be countries with percentages, like KE=16,DE=19/))

  it('knows the country of the seller by the VAT number', () => {
    const countries = ['DE 123 456 789', 'GB999', undefined].map(
      (SELLER_TAX_ID) => read('DE=19', { SELLER_TAX_ID }).seller.country,
    )

    assert.deepEqual(countries, ['DE', null, null])
  })
})
