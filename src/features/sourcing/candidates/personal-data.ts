import type { Context, Transaction } from '#context.ts'
import { mapEach } from '#core/streamed-data.ts'
import { candidates } from './queries.ts'

/** What others have imported about the user. Tags and notes are theirs, and of a blind post it is the user's secret who applies. */
export const exportImportsAbout = (ctx: Context, userId: number) =>
  mapEach(
    candidates.listAboutUser.iterate(ctx, { user_id: userId }),
    ({ tags, note, is_blind_post, has_applied, ...candidate }) => candidate,
  )

/** What the user has imported, without the data of the candidates. */
export const exportImports = (ctx: Context, userId: number) =>
  candidates.listByImporter.iterate(ctx, { user_id: userId })

export async function eraseCandidates(tx: Transaction, userId: number): Promise<void> {
  await candidates.withdrawAboutUser.run(tx, { user_id: userId, now: tx.clock.now() })
  await candidates.removeByImporter.run(tx, { user_id: userId })
}
