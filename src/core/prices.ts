/** What something costs in several currencies: the first price is `price, currency`, the others are stored beside it. */

import { type Static, Type } from 'typebox'
import { fill, type Sentence } from '#language/sentence.ts'
import { Amount, Currency, fromMinorUnits, getMinCharge, isAmount, isCurrency, toMinorUnits } from './money.ts'
import type { FieldErrors } from './problem.ts'
import { withDescription } from './schema.ts'

const maxPrices = 30

const Price = Type.Object(
  {
    currency: withDescription(Currency, 'The currency, an ISO 4217 code.'),
    amount: withDescription(
      Amount,
      'The amount in units of the currency, with the decimal places that ISO 4217 gives it: two of USD, none of UGX, three of KWD.',
    ),
  },
  { title: 'Price' },
)
export type Price = Static<typeof Price>

/** The prices that an answer shows. */
export const Prices = Type.Array(Price, {
  description: 'The price in each currency in which it can be paid; the first one is `price` and `currency`.',
})

/** The prices that a request sends. */
export const NewPrices = Type.Array(Price, {
  maxItems: maxPrices,
  description:
    'The price in each currency, all of them. The first one is `price` and `currency`, which can be left out beside it.',
})

/** A price with its amount in minor units. */
export const StoredPrices = Type.Array(Type.Object({ currency: Type.String(), amount: Type.Integer() }))
export type StoredPrice = Static<typeof StoredPrices>[number]

/** What has prices, in minor units. */
export interface PriceList {
  price: number
  currency: string
  other_prices: StoredPrice[]
}

export interface PriceChange {
  price?: number | undefined
  currency?: string | undefined
  prices?: readonly Price[] | undefined
}

export const listPrices = ({ price, currency, other_prices }: PriceList): StoredPrice[] => [
  { currency, amount: price },
  ...other_prices,
]

/** Presents the amounts as they are sent. */
export const presentPrices = (priced: PriceList): { price: number; prices: Price[] } => ({
  price: fromMinorUnits(priced.price, priced.currency),
  prices: listPrices(priced).map(({ currency, amount }) => ({ currency, amount: fromMinorUnits(amount, currency) })),
})

/** Returns the price in a currency, or null. */
export const findPrice = (priced: PriceList, currency: string): StoredPrice | null =>
  listPrices(priced).find((price) => price.currency === currency) ?? null

/** The name of a price in a request: `price`, or its place among the prices. */
type FieldName = (index: number, part: 'amount' | 'currency') => string

export interface PriceResult {
  priced: PriceList
  /** The names of the fields of the request, to report what a gateway refuses. */
  nameField: FieldName
  errors: FieldErrors
}

/** Applies a change to the prices of something, `before`, with all that is wrong with it. */
export function applyPrices(before: PriceList, change: PriceChange): PriceResult {
  const { prices } = change
  const amounts = prices ?? mergePrice(before, change)
  const nameField: FieldName = (index, part) => {
    if (prices !== undefined) return `prices.${index}.${part}`
    return part === 'amount' ? 'price' : 'currency'
  }
  const [first = { currency: before.currency, amount: 0 }, ...others] = amounts
  const toStored = ({ currency, amount }: Price) => ({ currency, amount: toMinorUnits(amount, currency) })
  return {
    priced: { price: toStored(first).amount, currency: first.currency, other_prices: others.map(toStored) },
    nameField,
    errors: { ...findListErrors(amounts, change), ...findAmountErrors(amounts, nameField) },
  }
}

/** The first price may change alone; what becomes free is free in all currencies. */
function mergePrice(before: PriceList, { price, currency = before.currency }: PriceChange): Price[] {
  const amount = price ?? fromMinorUnits(before.price, before.currency)
  const others = before.other_prices.map((other) => ({
    currency: other.currency,
    amount: fromMinorUnits(other.amount, other.currency),
  }))
  return [{ currency, amount }, ...(amount === 0 ? [] : others)]
}

function findListErrors(prices: readonly Price[], { price, currency, prices: input }: PriceChange): FieldErrors {
  if (input === undefined) return {}
  const [first] = prices
  if (first === undefined) return { prices: ['There must be at least one price.'] }
  const errors: Record<string, Sentence[]> = {}
  if (price !== undefined && price !== first.amount) errors.price = ['The price must be the first of the prices.']
  if (currency !== undefined && currency !== first.currency)
    errors.currency = ['The currency must be that of the first of the prices.']
  return errors
}

function findAmountErrors(prices: readonly Price[], nameField: FieldName): FieldErrors {
  const errors: Record<string, Sentence[]> = {}
  const isFree = prices[0]?.amount === 0
  for (const [index, { currency, amount }] of prices.entries()) {
    if (!isCurrency(currency)) errors[nameField(index, 'currency')] = ['The currency is unknown.']
    else if (prices.findIndex((price) => price.currency === currency) < index)
      errors[nameField(index, 'currency')] = ['There is a price in this currency already.']
    if (!isAmount(amount, currency)) errors[nameField(index, 'amount')] = ['The price has too many decimal places.']
    else if ((amount === 0) !== isFree) errors[nameField(index, 'amount')] = ['Either all prices are 0 or none is.']
  }
  return errors
}

/** Returns the errors of prices that are neither 0 nor enough for payment gateways. */
export function findSmallPrices({ priced, nameField }: PriceResult): FieldErrors {
  const small = [...listPrices(priced).entries()].filter(
    ([, { amount, currency }]) => amount > 0 && amount < getMinCharge(currency),
  )
  return Object.fromEntries(
    small.map(([index, { currency }]) => [
      nameField(index, 'amount'),
      [
        fill('The price must be 0 or at least {amount}.', {
          amount: { minor: getMinCharge(currency), currency },
        }),
      ],
    ]),
  )
}
