/** Many requests at one moment, and what came of them. */

import type { Reply } from './client.ts'

/** Begins the work so many times before the first is done. */
export const runConcurrently = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))

/** Does the work so many times, one after the other. */
export async function runSequentially<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < times; index++) results.push(await work(index))
  return results
}

/** How many replies had each status, like `{ 201: 1, 422: 19 }`. */
export function countByStatus(replies: readonly Pick<Reply, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
