import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCountryOfVatNumber, findVatNumberExample, isInEuropeanUnion, parseVatNumber } from './vat-numbers.ts'

describe('a VAT number', () => {
  for (const [country, text, expected] of [
    ['AT', 'ATU12345678', 'ATU12345678'],
    ['BE', 'be 0123.456.789', 'BE0123456789'],
    ['DE', 'DE 123 456 789', 'DE123456789'],
    ['ES', 'ESX1234567R', 'ESX1234567R'],
    ['ES', 'ES12345678Z', 'ES12345678Z'],
    ['FR', 'FRXX999999999', 'FRXX999999999'],
    ['GR', 'EL123456789', 'EL123456789'],
    ['IE', 'IE1A23456T', 'IE1A23456T'],
    ['IE', 'IE1234567FA', 'IE1234567FA'],
    ['LT', 'LT123456789012', 'LT123456789012'],
    ['NL', 'NL123456789B01', 'NL123456789B01'],
    ['SE', 'SE123456789001', 'SE123456789001'],
    ['CH', 'CHE-123.456.789 MWST', 'CHE123456789MWST'],
    ['GB', 'GB 123 4567 89', 'GB123456789'],
    ['GB', 'GBGD001', 'GBGD001'],
    ['NO', 'NO 123 456 789 MVA', 'NO123456789MVA'],
    ['IS', 'IS123456', 'IS123456'],
    ['DE', 'DE12345678', null],
    ['DE', 'DE1234567890', null],
    ['DE', '123456789', null],
    ['DE', 'FR12345678901', null],
    ['GR', 'GR123456789', null],
    ['FR', 'FRIO999999999', null],
    ['SE', 'SE123456789002', null],
    ['KE', 'P051234567X', null],
    ['constructor', 'DE123456789', null],
    ['', '', null],
    ['DE', 'ＤＥ１２３４５６７８９', null],
  ] as const)
    it(`of ${country || 'no country'} is ${expected} when it is written ${text || 'not at all'}`, () =>
      assert.equal(parseVatNumber(country, text), expected))

  it('names its country', () => {
    const found = ['EL123456789', 'CHE123456789', 'NL123456789B01', 'T123', ''].map(findCountryOfVatNumber)

    assert.deepEqual(found, ['GR', 'CH', 'NL', null, null])
  })

  it('is mistyped when it only begins like one, which other tax numbers do not', () => {
    const found = [
      findVatNumberExample('DE', 'de 12'),
      findVatNumberExample('GR', 'GR123456789'),
      findVatNumberExample('DE', 'DE123456789'),
      findVatNumberExample('DE', '22/815/08151'),
      findVatNumberExample('JP', 'JP1'),
      findVatNumberExample('', 'DE1'),
    ]

    assert.deepEqual(found, ['DE123456789', 'EL123456789', null, null, null, null])
  })

  it('is of the European Union for its members alone', () => {
    const found = ['DE', 'GR', 'GB', 'CH', 'KE', '', 'toString'].map(isInEuropeanUnion)

    assert.deepEqual(found, [true, true, false, false, false, false, false])
  })
})
