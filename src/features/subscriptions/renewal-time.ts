import type { Transaction } from '#context.ts'
import { type ChargeableMethod, choosePromptTime, findChargeableMethod } from '#features/payments/index.ts'

interface RenewedSubscription {
  user_id: number
  company_id: number | null
  payment_method_id: number | null
  retries: number
  currency: string
}

/** Returns the method of the purchase, or the default one when that is gone, has failed, or cannot pay in the currency. */
export async function choosePaymentMethod(
  tx: Transaction,
  subscription: RenewedSubscription,
): Promise<ChargeableMethod | null> {
  const { user_id, company_id, payment_method_id, retries, currency } = subscription
  // Who took over the plan of a company has chosen no method for it yet.
  if (company_id !== null && payment_method_id === null) return null
  const own = retries === 0 ? payment_method_id : null
  const found = [
    own === null ? null : await findChargeableMethod(tx, user_id, own),
    await findChargeableMethod(tx, user_id, null),
  ]
  return found.find((method) => method !== null && method.getStep(currency) !== null) ?? null
}

/** Returns when a renewal is charged that is due at a time: then, or at the hours at which phones are asked. */
export const chooseRenewalTime = (
  tx: Transaction,
  userId: number,
  method: ChargeableMethod | null,
  due: string,
): Promise<string> =>
  method === null || method.phone_secret === null
    ? Promise.resolve(due)
    : choosePromptTime(tx, { userId, country: method.country }, due)

/** Returns when a renewal that failed is tried again, with the default method. */
export async function chooseRetryTime(tx: Transaction, present: RenewedSubscription, due: string): Promise<string> {
  const method = await choosePaymentMethod(tx, { ...present, retries: present.retries + 1 })
  return chooseRenewalTime(tx, present.user_id, method, due)
}
