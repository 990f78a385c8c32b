/** Builds what a follower stores anew from the tables, also while the service runs. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { type FollowerModule, loadFollowers } from './follower.ts'
import { recordSeen, runPass } from './pass.ts'
import { followerRows } from './queries.ts'
import { isOfLaterRelease, isUnbuilt } from './slice.ts'

const passMs = 500
/** While an instance of the service holds the follower, which builds it as well. */
const pauseMs = 20

export type RebuildResult =
  | { state: 'built' }
  | { state: 'unknown'; names: string[] }
  | { state: 'impossible'; why: string }

/** Resolves when what the follower stores is whole again. The names are those of all followers that can be built. */
export async function rebuildFollower(
  ctx: Context,
  modules: readonly FollowerModule[],
  name: string,
): Promise<RebuildResult> {
  const all = await loadFollowers(modules.map(({ url }) => url.href))
  const follower = all.find((one) => one.name === name)
  if (follower?.rebuild !== undefined) {
    await follower.rebuild(ctx)
    return { state: 'built' }
  }
  if (follower?.whyNotRebuilt !== undefined) return { state: 'impossible', why: follower.whyNotRebuilt }
  if (follower?.build === undefined) {
    const buildable = all.filter(({ build, rebuild }) => build !== undefined || rebuild !== undefined)
    return { state: 'unknown', names: buildable.map((one) => one.name) }
  }
  // Also those that the pass does not run, which has been long ago in a backup.
  await recordSeen(ctx, all)
  await followerRows.reset.run(ctx, { name })
  for (;;) {
    const stored = await followerRows.get.one(ctx, { name })
    if (!isUnbuilt(follower, stored) || isOfLaterRelease(follower, stored)) return { state: 'built' }
    const { failures, isWaiting } = await runPass(ctx, [follower], { paused: new Set(), maxMs: passMs })
    if (failures[0] !== undefined) throw new Error(failures[0].error)
    if (isWaiting) await pause(pauseMs)
  }
}
