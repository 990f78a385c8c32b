/** Room in the lists that users have, such as their projects, which are read by the page and can be long. */

import { ensureWithin, type ListLimit, type ListSize } from '#core/list-limit.ts'
import type { QueryMethods, WithConnection } from '../query/prepare.ts'

/** So many rows are not added by one user between two reads. */
const ampleRoom = 500

/**
 * Counts a list before the transaction that adds a row to it, and returns the check to call within it, which throws 422 if the list is
 * full. A list with ample room is not counted again: on PostgreSQL a serializable transaction locks the pages that it reads, after 32
 * of them the table, so that the rows that other users add conflict.
 */
export async function prepareRoomCheck<P extends object>(
  ctx: WithConnection,
  limit: ListLimit,
  size: QueryMethods<P, ListSize, never>,
  owner: P,
): Promise<(tx: WithConnection) => Promise<void>> {
  const { total, bytes } = await size.one(ctx, owner)
  const isAmple = bytes === 0 && total + ampleRoom < limit.maxRows
  return async (tx) => {
    if (isAmple) return
    const present = await size.one(tx, owner)
    ensureWithin(limit, { total: present.total + 1, bytes: present.bytes })
  }
}
