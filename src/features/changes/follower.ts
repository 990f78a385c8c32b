/** The feed follows the journal: it numbers changes in the order in which they became visible. */

import { catchUp } from '#platform/followers/catch-up.ts'
import type { Follower, FollowerContext } from '#platform/followers/follower.ts'
import { recordNumbers } from './change-numbers.ts'
import { feedDeclaration } from './follower-module.ts'
import { allRights } from './kinds.ts'

const feed: Follower = {
  ...feedDeclaration,
  kinds: allRights.map(({ kind }) => kind),
  whyNotRebuilt: 'clients have read its numbers, and no table has the order of former changes.',
  apply: recordNumbers,
}

export const followers: readonly Follower[] = [feed]

/** Resolves when all changes that were committed before have numbers. */
export const recordChangeNumbers = (ctx: FollowerContext): Promise<void> => catchUp(ctx, feed)
