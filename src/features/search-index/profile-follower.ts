/** The follower that keeps the index of researchers. */

import type { Follower } from '#platform/followers/follower.ts'
import { prepareProfiles } from './prepare-profiles.ts'
import { profileDeclaration } from './profile-follower-module.ts'
import { findProfiles, profileTail } from './profile-tail.ts'
import { isIndexed } from './tail.ts'

export const followers: readonly Follower[] = [
  {
    ...profileDeclaration,
    kinds: profileTail.kinds,
    mayLag: true,
    // In the other copy, which replaces the one that serves when it is whole.
    rebuild: async (ctx) => void (await (await import('./rebuild.ts')).rebuildSearchIndex(ctx)),
    async prepare(ctx, changes) {
      const profiles = await findProfiles(ctx, changes.filter(isIndexed))
      return prepareProfiles(ctx, [...new Set(profiles.map(({ id }) => id))])
    },
  },
]
