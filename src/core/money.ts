/** Money: integer minor units inside, a JSON number outside with as many fraction digits as ISO 4217 gives the currency. */

import { Type } from 'typebox'
import { getExponent } from '#language/currencies.ts'

/** The maximum amount, in whole units: it is enough for the currencies with the smallest units. */
const maxAmount = 1_000_000_000

/** An amount as sent and received, like `29.00`; services store minor units. */
export const Amount = Type.Number({ minimum: 0, maximum: maxAmount, examples: [29] })

export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  maxLength: 16,
  spelling: 'code',
  sentence: 'The currency must be a code like USD.',
  description: 'The currency, an ISO 4217 code.',
})

const known = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (code: string): boolean => known.has(code)

/** Returns whether the amount has no more fraction digits than its currency: it is the number that its minor units are sent as. */
export const isAmount = (amount: number, currency: string) =>
  amount === fromMinorUnits(toMinorUnits(amount, currency), currency)

export const toMinorUnits = (amount: number, currency: string) => Math.round(amount * 10 ** getExponent(currency))

export const fromMinorUnits = (minor: number, currency: string) => minor / 10 ** getExponent(currency)

/**
 * Returns the smallest amount that is charged, in minor units: 0.50 of a currency with cents, 50 of one without. Payment
 * gateways refuse less.
 */
export const getMinCharge = (currency: string) => 50 * 10 ** Math.max(0, getExponent(currency) - 2)
