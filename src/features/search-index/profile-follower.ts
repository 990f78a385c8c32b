/** The follower that keeps the index of researchers. */

import type { Follower } from '#platform/followers/follower.ts'
import { prepareProfiles } from './prepare-profiles.ts'
import { findProfiles, profileTail } from './profile-tail.ts'
import { isIndexed } from './tail.ts'

/** The copies of the index have a format of their own, and are built by a task. */
const format = 1

export const followers: readonly Follower[] = [
  {
    name: profileTail.follower,
    kinds: profileTail.kinds,
    format,
    // In the other copy, which replaces the one that serves when it is whole.
    rebuild: async (ctx) => void (await (await import('./rebuild.ts')).rebuildSearchIndex(ctx)),
    async prepare(ctx, changes) {
      const profiles = await findProfiles(ctx, changes.filter(isIndexed))
      return prepareProfiles(ctx, [...new Set(profiles.map(({ id }) => id))])
    },
  },
]
