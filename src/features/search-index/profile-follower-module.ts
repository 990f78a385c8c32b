import { describeModule } from '#core/worker-module.ts'
import type { FollowerModule } from '#platform/followers/follower.ts'

/** The module that keeps the index of researchers, where followers run. */
export const profileFollower: FollowerModule = describeModule<typeof import('./profile-follower.ts')>(
  new URL('./profile-follower.ts', import.meta.url),
)
