/** The follower that keeps the index of a list. */

import type { Follower } from '#platform/followers/follower.ts'
import { isIndexed } from '../tail.ts'
import { buildRows, prepareRows } from './apply.ts'
import { describeListFollower, type ListIndex } from './definition.ts'

/** Creates the follower of an index, which a module of its feature exports. */
export const createListFollower = (index: ListIndex): Follower => ({
  ...describeListFollower(index),
  kinds: index.tail.kinds,
  mayLag: true,
  prepare(ctx, changes) {
    const ids = changes.filter(isIndexed).map(({ object_id }) => Number(object_id))
    return prepareRows(ctx, index, [...new Set(ids)])
  },
  build: (tx, after, limit) => buildRows(tx, index, { after, limit }),
})
