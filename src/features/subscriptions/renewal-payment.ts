import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, createRuleViolation, ensure } from '#core/problem.ts'
import {
  type Charge,
  findChargeableMethod,
  getChargeableMethod,
  otherCurrencyOfMethod,
  paymentRunning,
  presentPayment,
  runCharge,
  unknownMethod,
} from '#features/payments/index.ts'
import { stored } from '#language/sentence.ts'
import type { LimitedResource } from './limited-resources.ts'
import { subscriptionPayments } from './payments.ts'
import { beginRenewal } from './renewals.ts'
import type { RenewalPayment, Subscribed } from './schemas.ts'
import { getLive, getSubscriber, showSubscription } from './service.ts'

export const nothingDue = createRuleViolation('There is no renewal to pay.')

/** Charges a renewal that is past due, with the person present. */
export async function payRenewal(
  ctx: Context,
  input: RenewalPayment,
  counted: readonly LimitedResource[],
): Promise<Subscribed> {
  const begun = await runInTransaction(ctx, (tx) => beginPayment(tx, input))
  const charge = await runCharge(ctx, subscriptionPayments, begun)
  if (charge.failure !== null) throw createFieldProblem('payment_method_id', stored(charge.failure))
  return { subscription: await showSubscription(ctx, counted, input), payment: presentPayment(ctx, charge) }
}

async function beginPayment(
  tx: Transaction,
  { payment_method_id: methodId = null, company_id }: RenewalPayment,
): Promise<Charge> {
  const present = await getLive(tx, await getSubscriber(tx, company_id))
  ensure(present?.state === 'past_due' && present.price > 0, nothingDue)
  const method =
    methodId === null ? await findChargeableMethod(tx, tx.actor.id, null) : await getChargeableMethod(tx, methodId)
  ensure(method !== null, unknownMethod)
  ensure(method.getStep(present.currency) !== null, otherCurrencyOfMethod)
  const charge = await beginRenewal(tx, present, { userId: tx.actor.id, method })
  ensure(charge !== null, paymentRunning)
  return charge
}
