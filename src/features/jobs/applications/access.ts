import type { AnyContext } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { may } from '../policy.ts'
import { reviewers } from '../posts/reviewer-queries.ts'
import { applications } from './queries.ts'

/** An application as stored. */
export type ApplicationRow = Awaited<ReturnType<typeof applications.byId.one>>

/** Returns whether the actor judges the application: the recruiter, a reviewer of the post or an administrator. */
async function isJudge(ctx: AnyContext, row: Pick<ApplicationRow, 'job_post_id' | 'recruiter_id'>): Promise<boolean> {
  if (may.judge(ctx.actor, row, false)) return true
  const found = await reviewers.judge.maybe(ctx, { job_post_id: row.job_post_id, user_id: ctx.actor.id })
  return may.judge(ctx.actor, row, found !== null)
}

/** Returns the application and whether the actor judges it. 404 if unknown, 403 if the actor may not read it. */
export async function getReadableApplication(ctx: AnyContext, id: number) {
  const row = await applications.byId.one(ctx, { id })
  const isOwn = row.user_id === ctx.actor.id
  const judges = await isJudge(ctx, row)
  ensure(!row.pending || isOwn || !judges, notFound)
  permit(isOwn || (judges && !row.pending))
  return { row, judges }
}

/** Returns the application. 404 if unknown, 403 if the actor does not judge it. */
export async function getJudgedApplication(ctx: AnyContext, id: number): Promise<ApplicationRow> {
  const row = await applications.byId.one(ctx, { id })
  permit(await isJudge(ctx, row))
  ensure(!row.pending, notFound)
  return row
}

/** Returns the application. 404 if unknown, 403 if the actor may not manage its post. */
export async function getManagedApplication(ctx: AnyContext, id: number): Promise<ApplicationRow> {
  const row = await applications.byId.one(ctx, { id })
  permit(may.manage(ctx.actor, row))
  ensure(!row.pending, notFound)
  return row
}
