import type { Context } from '#context.ts'
import { countByStatus } from '../applications/counts.ts'
import { getReviewedJobPost } from '../posts/service.ts'
import { funnels } from './queries.ts'
import type { Funnel } from './schemas.ts'

const statuses = ['applied', 'reviewing', 'shortlisted', 'rejected', 'hired'] as const

/** Returns the numbers of a post by stage and by reason. */
export async function showFunnel(ctx: Context, postId: number): Promise<Funnel> {
  await getReviewedJobPost(ctx, postId)
  const counts = await countByStatus(ctx, postId)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const reached = new Map(
    (await funnels.reached.inBackground(ctx, { job_post_id: postId })).map((row) => [row.status, row]),
  )
  const stages = statuses.map((status) => {
    const row = reached.get(status)
    const began = status === 'applied'
    return {
      status,
      current: counts[status],
      // All began as applied.
      reached: began ? total : (row?.total ?? 0),
      average_days: began || row === undefined ? null : Math.round(10 * Number(row.days)) / 10,
    }
  })
  return { total, stages, reasons: await funnels.reasons.inBackground(ctx, { job_post_id: postId }) }
}
