/** The follower that keeps the index of a list. */

import type { Follower } from '#platform/followers/follower.ts'
import { isIndexed } from '../tail.ts'
import { describeListFollower, type ListIndex } from './definition.ts'

/** Creates the follower of an index, which a module of its feature exports. What it does is loaded with the first change. */
export const createListFollower = (index: ListIndex): Follower => ({
  ...describeListFollower(index),
  kinds: index.tail.kinds,
  mayLag: true,
  async prepare(ctx, changes) {
    const { prepareRows } = await import('./index-rows.ts')
    const ids = changes.filter(isIndexed).map(({ object_id }) => Number(object_id))
    return prepareRows(ctx, index, [...new Set(ids)])
  },
  build: async (tx, after, limit) => (await import('./index-rows.ts')).buildRows(tx, index, { after, limit }),
})
