import { fromMinorUnits } from '#core/money.ts'
import type { PersonalData } from '#features/feature.ts'
import { applyMove } from './lifecycle.ts'
import { save } from './moves.ts'
import { subscriptions } from './queries.ts'
import { periodUsage } from './usage-queries.ts'

export const subscriptionPersonalData: PersonalData = {
  name: 'subscriptions',
  async export(ctx, userId) {
    const held = await subscriptions.listByUser.all(ctx, { user_id: userId })
    return held.map(({ id, company_id, plan_id, name, price, currency, state, ...rest }) => ({
      id,
      company_id,
      plan: { id: plan_id, name, price: fromMinorUnits(price, currency), currency },
      state,
      started_at: rest.started_at,
      period_start: rest.period_start,
      period_end: rest.period_end,
      canceled_at: rest.canceled_at,
      cancel_reason: rest.cancel_reason,
      ended_at: rest.ended_at,
    }))
  },
  async erase(tx, userId) {
    const mine = { user_id: userId }
    // The companies have passed theirs on.
    const held = await subscriptions.liveOfUser.maybe(tx, mine)
    const now = tx.clock.now()
    if (held !== null)
      await save(tx, held, applyMove(held, 'cancel_now', { canceled_at: now, retry_at: null, ended_at: now }))
    await subscriptions.forgetReasons.run(tx, mine)
    await periodUsage.erase.run(tx, mine)
  },
}
