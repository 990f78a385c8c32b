import type { Context, Transaction } from '#context.ts'
import { mapEach } from '#core/streamed-data.ts'
import { talentPool } from './queries.ts'

/** What the user keeps of others, without their addresses. */
export const exportPool = (ctx: Context, userId: number) =>
  mapEach(
    talentPool.listByKeeper.iterate(ctx, { user_id: userId }),
    ({ keeper_id, keeper_name, requested_by, requester_name, user, ...entry }) => ({
      ...entry,
      name: user.name,
    }),
  )

/** Who keeps the user, and who asks to. The notes are those of others. */
export const exportConsents = (ctx: Context, userId: number) =>
  mapEach(
    talentPool.listAboutUser.iterate(ctx, { user_id: userId }),
    ({ user, user_id, note, keeper_id, keeper_name, requested_by, requester_name, ...entry }) => ({
      ...entry,
      keeper: { id: keeper_id, name: keeper_name },
    }),
  )

export async function erasePool(tx: Transaction, userId: number): Promise<void> {
  await talentPool.removeAboutUser.run(tx, { user_id: userId })
  await talentPool.removeByKeeper.run(tx, { user_id: userId })
}
