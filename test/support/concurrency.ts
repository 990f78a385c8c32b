/** Runs concurrent requests and counts their outcomes. */

import type { Reply } from './client.ts'

/** Starts all runs before the first one ends. */
export const runConcurrently = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))

/** Runs one after the other. */
export async function runSequentially<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < times; index++) results.push(await work(index))
  return results
}

/** Returns the number of replies by status, like `{ 201: 1, 422: 19 }`. */
export function countByStatus(replies: readonly Pick<Reply, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
