import { describeFollowers, type FollowerDeclaration, type FollowerModule } from '#platform/followers/follower.ts'
import { changedObjects } from './object-queries.ts'

export const feedDeclaration: FollowerDeclaration = {
  name: 'feed',
  format: 1,
  /** Whether there are objects that others have changed for. */
  hasPending: async (ctx) => (await changedObjects.any.maybe(ctx, {})) !== null,
}

/** The module that numbers changes, where followers run. */
export const feedFollower: FollowerModule = describeFollowers<typeof import('./follower.ts')>(
  new URL('./follower.ts', import.meta.url),
  [feedDeclaration],
)
