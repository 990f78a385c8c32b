import type { PersonalData } from '#features/feature.ts'
import { webhooks } from './queries.ts'

/** Webhooks, without their secrets. Their deliveries are deleted with them. */
export const webhookPersonalData: PersonalData = {
  name: 'webhooks',
  async export(ctx, userId) {
    const { rows } = await webhooks.ofUser.page(ctx, { user_id: userId, limit: 1_000, offset: 0 })
    return rows.map(({ secret: _, ...shown }) => shown)
  },
  async erase(tx, userId) {
    await webhooks.removeAll.run(tx, { user_id: userId })
  },
}
