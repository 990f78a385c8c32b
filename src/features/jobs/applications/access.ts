import type { AnyContext } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { findPostRelations } from '../posts/relations.ts'
import { applicationRights, jobPostRights, toPost } from '../rights.ts'
import { applications } from './queries.ts'

/** An application as stored. */
export type ApplicationRow = Awaited<ReturnType<typeof applications.byId.one>>

const { may } = applicationRights

/** Returns the application, and how the actor is related to it and to its post. 404 if unknown. */
async function getApplication(ctx: AnyContext, id: number) {
  const row = await applications.byId.one(ctx, { id })
  const relations = await findPostRelations(ctx, row)
  const isInterviewer =
    relations.is_member &&
    (await applications.interviewer.maybe(ctx, { application_id: id, user_id: ctx.actor.id })) !== null
  return { ...row, ...relations, is_interviewer: isInterviewer }
}

/** Returns the application and whether the actor judges it. 404 if unknown, 403 if the actor may not read it. */
export async function getReadableApplication(ctx: AnyContext, id: number) {
  const row = await getApplication(ctx, id)
  const canRead = may.read(ctx.actor, row)
  ensure(canRead || !isPendingForJudge(ctx, row), notFound)
  permit(canRead)
  return { row, judges: may.judge(ctx.actor, row) }
}

/** Returns whether the actor would judge the application if it were not pending. */
const isPendingForJudge = ({ actor }: AnyContext, row: Awaited<ReturnType<typeof getApplication>>) =>
  row.pending && jobPostRights.may.judge(actor, toPost(row))

/** Returns the application. 404 if unknown, 403 if the actor does not judge it. */
export async function getJudgedApplication(ctx: AnyContext, id: number): Promise<ApplicationRow> {
  const row = await getApplication(ctx, id)
  ensure(!isPendingForJudge(ctx, row), notFound)
  permit(may.judge(ctx.actor, row))
  return row
}

/** Returns the application. 404 if unknown, 403 if the actor may not manage its post. */
export async function getManagedApplication(ctx: AnyContext, id: number): Promise<ApplicationRow> {
  const row = await getApplication(ctx, id)
  ensure(!(row.pending && jobPostRights.may.manage(ctx.actor, toPost(row))), notFound)
  permit(may.manage(ctx.actor, row))
  return row
}

/** Returns the application for tags and notes. 404 if unknown, 403 if the actor may not manage its post or has applied. */
export async function getAnnotatedApplication(ctx: AnyContext, id: number): Promise<ApplicationRow> {
  const row = await getManagedApplication(ctx, id)
  permit(row.user_id !== ctx.actor.id)
  return row
}

/** Returns the application for its messages. 404 if unknown, 403 if the actor neither applied nor manages its post. */
export async function getCorrespondence(ctx: AnyContext, id: number): Promise<ApplicationRow> {
  const row = await getApplication(ctx, id)
  const canCorrespond = may.correspond(ctx.actor, row)
  ensure(canCorrespond || !(row.pending && jobPostRights.may.manage(ctx.actor, toPost(row))), notFound)
  permit(canCorrespond)
  return row
}
