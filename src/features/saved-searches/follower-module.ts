import { describeFollowers, type FollowerDeclaration, type FollowerModule } from '#platform/followers/follower.ts'

export const savedSearchDeclaration: FollowerDeclaration = { name: 'saved_searches', format: 1 }

/** The module that names what is published, where followers run. */
export const savedSearchFollower: FollowerModule = describeFollowers<typeof import('./follower.ts')>(
  new URL('./follower.ts', import.meta.url),
  [savedSearchDeclaration],
)
