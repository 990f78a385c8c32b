import type { AnyContext } from '#context.ts'
import { getCurrencyOfCountry } from '#core/countries.ts'
import {
  applyPrices,
  findPrice,
  findSmallPrices,
  listPrices,
  type PriceChange,
  type PriceList,
  type StoredPrice,
} from '#core/prices.ts'
import { createFieldProblem, type FieldErrors, refuseInvalid } from '#core/problem.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { listGateways } from './gateways.ts'
import type { ChargeableMethod } from './methods/service.ts'

export const otherCurrencyOfMethod = createFieldProblem(
  'payment_method_id',
  'This payment method cannot pay in the currency of the price; choose another one.',
)

/**
 * Returns the prices after a change, in minor units. Throws 422 for those that are wrong, or that no payment gateway here can
 * charge.
 */
export function resolvePrices(
  ctx: AnyContext,
  before: PriceList,
  change: PriceChange,
  options: { allowSmall?: boolean } = {},
): PriceList {
  if (change.price === undefined && change.currency === undefined && change.prices === undefined) {
    const { price, currency, other_prices } = before
    return { price, currency, other_prices }
  }
  const result = applyPrices(before, change)
  refuseInvalid({
    ...findUnchargeable(ctx, before, result),
    ...(options.allowSmall ? {} : findSmallPrices(result)),
    ...result.errors,
  })
  return result.priced
}

/**
 * Rails that take whole units only refuse other amounts here, and not at the payment. A price that was there already may stay, so
 * that the plans that come with the service can be given prices that the gateways take.
 */
function findUnchargeable(
  ctx: AnyContext,
  before: PriceList,
  { priced, nameField }: ReturnType<typeof applyPrices>,
): FieldErrors {
  const errors: Record<string, Sentence[]> = {}
  for (const [index, { currency, amount }] of listPrices(priced).entries()) {
    if (findPrice(before, currency)?.amount === amount) continue
    const steps = listGateways(ctx).flatMap((gateway) => gateway.getStep(currency, null) ?? [])
    if (amount === 0) continue
    if (steps.length === 0) errors[nameField(index, 'currency')] = ['No payment provider here takes this currency.']
    const step = steps.find((size) => amount % size !== 0)
    if (step !== undefined)
      errors[nameField(index, 'amount')] = [
        fill('The price must be a multiple of {amount}, because a payment provider takes no other.', {
          amount: { minor: step, currency },
        }),
      ]
  }
  return errors
}

/** What the price depends on: the country of a payment method, and what it can pay. */
export type Payer = Pick<ChargeableMethod, 'country' | 'getStep'>

/**
 * Returns the price that a person pays: in the currency of the country of the payment method if there is one, else the first
 * that the method can pay. Throws 422 when it can pay none.
 */
export function choosePrice(priced: PriceList, method: Payer): StoredPrice {
  const local = method.country === null ? null : getCurrencyOfCountry(method.country)
  const own = local === null ? null : findPrice(priced, local)
  const chosen = [...(own === null ? [] : [own]), ...listPrices(priced)].find(
    ({ currency }) => method.getStep(currency) !== null,
  )
  if (chosen === undefined) throw otherCurrencyOfMethod
  return chosen
}

/** Rounds a calculated amount, in minor units, down to what the payment method can pay. */
export const toChargeableAmount = (amount: number, currency: string, method: Payer): number => {
  const step = method.getStep(currency) ?? 1
  return amount - (amount % step)
}
