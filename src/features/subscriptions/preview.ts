import type { Context } from '#context.ts'
import { getPayer, type PurchasePreview, presentPreview, toChargeableAmount } from '#features/payments/index.ts'
import { fill, verbatim } from '#language/sentence.ts'
import { isOver } from './lifecycle.ts'
import { findLive } from './live-subscriptions.ts'
import { limitWrongCoupons } from './new-subscription.ts'
import { calculateSubscriptionQuote } from './quote.ts'
import type { SubscriptionPreview } from './schemas.ts'
import { getSubscriber } from './service.ts'

/** Returns what a plan would cost the actor, and stores nothing. Wrong coupons count, so that none can be guessed here. */
export async function showSubscriptionPreview(ctx: Context, input: SubscriptionPreview): Promise<PurchasePreview> {
  const { coupon_code, country } = input
  const payer = await getPayer(ctx, input)
  const held = await findLive(ctx, await getSubscriber(ctx, input.company_id))
  const present = held === null || isOver(held, ctx.clock.now()) ? null : held
  const quote = await limitWrongCoupons(ctx, input, () => calculateSubscriptionQuote(ctx, input, { present, payer }))
  const { plan, price, discount, credit, amount, start, end } = quote
  const { currency } = price
  const preview = {
    currency,
    lines: [
      { kind: 'price' as const, title: verbatim(plan.name), amount: price.amount },
      { kind: 'discount' as const, title: fill('Coupon {code}', { code: coupon_code ?? '' }), amount: -discount },
      {
        kind: 'credit' as const,
        title: fill('Unused time of {plan}', { plan: present?.name ?? '' }),
        // More than the price extends the period.
        amount: -Math.min(credit, price.amount - discount),
      },
    ],
    total: amount,
    nextCharge: { date: end, amount: toChargeableAmount(price.amount, currency, payer) },
    quotedAt: start,
  }
  return presentPreview(ctx, preview, { country, payer })
}
