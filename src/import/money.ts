/** Amounts and currencies in the files: exact integers, in the smallest unit of the currency. */

import { Type } from 'typebox'
import { isCurrency } from '#core/money.ts'
import type { ImportRow } from './table.ts'

/** The bounds of an amount. */
export const MinorUnits = { minimum: 0, maximum: 100_000_000_000 }

export const Amount = Type.Integer({
  ...MinorUnits,
  description: 'In the smallest unit of the currency, such as cents.',
})

export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$', description: 'An ISO 4217 code, such as USD.' })

/** Returns the sentence about a currency that there is not. */
export const describeUnknownCurrency = ({ currency }: ImportRow): string | null =>
  !currency || isCurrency(currency) ? null : `The column "currency" is "${currency}", which is no currency of ISO 4217.`
