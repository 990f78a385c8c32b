import type { Belongings } from '../belongings/index.ts'
import { periodUsage } from './entitlements/queries.ts'
import { moved } from './lifecycle.ts'
import { save } from './payments.ts'
import { subscriptions } from './queries.ts'

export const subscriptionBelongings: Belongings = {
  name: 'subscriptions',
  read: (ctx, userId) => subscriptions.everythingOf.all(ctx, { user_id: userId }),
  async erase(tx, userId) {
    const mine = { user_id: userId }
    const held = await subscriptions.liveOf.maybe(tx, mine)
    const now = tx.clock.now()
    if (held !== null)
      await save(tx, held, moved(held, 'cancel_now', { canceled_at: now, retry_at: null, ended_at: now }))
    await subscriptions.forgetReasons.run(tx, mine)
    await periodUsage.erase.run(tx, mine)
  },
}
