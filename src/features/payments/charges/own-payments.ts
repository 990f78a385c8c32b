import type { Context } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { ensure, notFound } from '#core/problem.ts'
import { addDuration, type Duration } from '#core/time.ts'
import { stored } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { presentChargeAction } from '../actions.ts'
import { findInvoiceUrl } from '../invoices/service.ts'
import { describePurchase } from '../purchases.ts'
import type { PurchaseType } from './charge.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import type { MyPayment, Payment } from './schemas.ts'
import { refreshCharge } from './service.ts'

/** How long a prompt is given before another one is sent. */
const promptAgainAfter: Duration = { minutes: 2 }

/** Returns when another prompt can be sent; null for a payment that has none, or that is settled. */
export function getPromptAgainAt({ status, prompted_at, action_kind }: Charge): string | null {
  if (status !== 'pending' || prompted_at === null) return null
  // There is no prompt to wait for.
  return action_kind === 'busy' ? prompted_at : addDuration(prompted_at, promptAgainAfter)
}

/** Presents a payment that has not failed. */
export const presentPayment = ({ wording }: Context, charge: Charge): Payment => ({
  id: charge.id,
  status: charge.status === 'pending' ? 'pending' : 'succeeded',
  amount: fromMinorUnits(charge.amount, charge.currency),
  currency: charge.currency,
  action: charge.status === 'pending' ? presentChargeAction(charge, wording) : null,
})

/** Returns the id that the purchase is about; null without one. */
const findId = (details: object, name: string): number | null => {
  const id: unknown = Reflect.get(details, name)
  return typeof id === 'number' ? id : null
}

export const presentMine = async (ctx: Context, charge: Charge): Promise<MyPayment> => ({
  ...presentPayment(ctx, charge),
  status: charge.status,
  title: translate(describePurchase(charge.title), ctx.wording),
  method: charge.method_label,
  failure: charge.failure === null ? null : translate(stored(charge.failure), ctx.wording),
  needs_person: charge.needs_person,
  prompt_again_at: getPromptAgainAt(charge),
  account_reference: charge.account_reference,
  course_id: findId(charge.details, 'course_id'),
  company_id: findId(charge.details, 'company_id'),
  invoice_url: await findInvoiceUrl(ctx, charge.id),
  created_at: charge.created_at,
})

export const getMine = (ctx: Context, id: number): Promise<Charge> =>
  charges.mine.one(ctx, { id, user_id: ctx.actor.id })

/** Returns a payment of the actor; 404 for one of another person. */
export const showMyPayment = async (ctx: Context, id: number): Promise<MyPayment> =>
  presentMine(ctx, await getMine(ctx, id))

/** Asks the gateway what became of a pending payment, for a person who comes back from the bank. */
export async function refreshMyPayment(
  ctx: Context,
  purposes: readonly PurchaseType[],
  id: number,
): Promise<MyPayment> {
  const charge = await getMine(ctx, id)
  const purpose = purposes.find(({ name }) => name === charge.purpose)
  ensure(purpose !== undefined, notFound)
  return presentMine(ctx, await refreshCharge(ctx, purpose, charge))
}
