import type { Context } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { ensure, notFound } from '#core/problem.ts'
import { translate } from '#language/translate.ts'
import { presentAction } from '../actions.ts'
import { describePurchase } from '../purchases.ts'
import type { PurchaseType } from './charge.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import type { MyPayment, Payment } from './schemas.ts'
import { refreshCharge } from './service.ts'

/** Presents a payment that has not failed. */
export const presentPayment = (charge: Charge): Payment => ({
  id: charge.id,
  status: charge.status === 'pending' ? 'pending' : 'succeeded',
  amount: fromMinorUnits(charge.amount, charge.currency),
  currency: charge.currency,
  action: charge.status === 'pending' ? presentAction(charge) : null,
})

const presentMine = (ctx: Context, charge: Charge): MyPayment => ({
  ...presentPayment(charge),
  status: charge.status,
  title: translate(describePurchase(charge.title), ctx.wording),
  method: charge.method_label,
  failure: charge.failure,
  needs_person: charge.needs_person,
  created_at: charge.created_at,
})

const getMine = (ctx: Context, id: number): Promise<Charge> => charges.mine.one(ctx, { id, user_id: ctx.actor.id })

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
