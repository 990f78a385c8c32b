/** Amounts as Stripe takes them, where they differ from ISO 4217. */

import { getExponent } from '#language/currencies.ts'

/** Minor units of Stripe in one of ISO 4217, where they differ, https://docs.stripe.com/currencies#special-cases */
const stripeFactors: Record<string, number> = { ISK: 100, UGX: 100, MGA: 0.01 }

export const toStripeAmount = (amount: number, currency: string) => Math.round(amount * (stripeFactors[currency] ?? 1))

export const fromStripeAmount = (amount: number, currency: string) =>
  Math.round(amount / (stripeFactors[currency] ?? 1))

/** The last digit of three must be 0; the ariary has no cents at Stripe. */
export function getStripeStep(currency: string): number | null {
  // Stripe's list of currencies does not have them.
  if (currency === 'IQD' || currency === 'LYD' || getExponent(currency) > 3) return null
  if (getExponent(currency) === 3) return 10
  return currency === 'MGA' ? 100 : 1
}
