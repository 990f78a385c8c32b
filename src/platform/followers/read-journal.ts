import { type FollowerContext, type FollowerModule, loadFollowers } from './follower.ts'
import { runPass } from './pass.ts'

/** The time of one pass. */
const passMs = 500

/**
 * Runs the followers until they have read all that was committed, beside a service that runs as well. What fails, and what a transaction may still come
 * before, is left to the service.
 */
export async function readJournal(ctx: FollowerContext, modules: readonly FollowerModule[]): Promise<void> {
  const followers = await loadFollowers(modules.map(({ url }) => url.href))
  for (;;) {
    const { isUnfinished, failures } = await runPass(ctx, followers, { paused: new Set(), maxMs: passMs })
    if (!isUnfinished || failures.length > 0) return
  }
}
