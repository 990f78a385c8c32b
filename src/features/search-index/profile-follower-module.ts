import { describeFollowers, type FollowerDeclaration, type FollowerModule } from '#platform/followers/follower.ts'
import { profileTail } from './profile-tail.ts'

/** The copies of the index have a format of their own, and are built by a task. */
export const profileDeclaration: FollowerDeclaration = { name: profileTail.follower, format: 1 }

/** The module that keeps the index of researchers, where followers run. */
export const profileFollower: FollowerModule = describeFollowers<typeof import('./profile-follower.ts')>(
  new URL('./profile-follower.ts', import.meta.url),
  [profileDeclaration],
)
