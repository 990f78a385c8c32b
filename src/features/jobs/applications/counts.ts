import type { AnyContext } from '#context.ts'
import { applicationCounts } from './queries.ts'
import type { StatusCounts } from './schemas.ts'

/** Returns the numbers of submitted applications by their status. */
export async function countByStatus(ctx: AnyContext, job_post_id: number): Promise<StatusCounts> {
  const counts: StatusCounts = { applied: 0, reviewing: 0, shortlisted: 0, rejected: 0, hired: 0 }
  for (const { status, total } of await applicationCounts.of.all(ctx, { job_post_id })) counts[status] = total
  return counts
}
