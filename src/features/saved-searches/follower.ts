/** Names what is published, and what changes while it is, so that it is compared with the saved searches. */

import { found, shown } from '#database/derived/journal.ts'
import type { Change, Follower } from '#platform/followers/follower.ts'
import { savedSearchDeclaration } from './follower-module.ts'
import { publishedItems } from './item-queries.ts'
import type { SavedSearchKind } from './record.ts'

/** The kinds of the journal whose rows are found. */
const kinds: Readonly<Record<string, SavedSearchKind>> = { job_post: 'job_posts', researcher: 'researchers' }

/** Whether the change is one of what searches read; who sees a row is asked when it is compared. */
const isFound = ({ parts }: Change) => parts.split(' ').some((part) => part === shown || part === found)

export const followers: readonly Follower[] = [
  {
    ...savedSearchDeclaration,
    kinds: Object.keys(kinds),
    whyNotRebuilt: 'it remembers when each item was published first and what was compared since, which no table has.',
    async apply(tx, changes) {
      for (const [kind, some] of Map.groupBy(changes.filter(isFound), (change) => kinds[change.kind])) {
        if (kind === undefined) continue
        const ids = [...new Set(some.map(({ object_id }) => Number(object_id)))]
        await publishedItems.put.run(tx, { ids }, kind)
        await publishedItems.removeDeleted.run(tx, { ids }, kind)
      }
    },
  },
]
