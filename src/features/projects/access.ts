import type { Actor, Context, Transaction } from '#context.ts'
import { permit } from '#core/problem.ts'
import { signedLink } from '#features/files/index.ts'
import { may, permissionsOf, type Standing } from './policy.ts'
import { projects } from './queries.ts'
import type { Permissions, Project } from './schemas.ts'

type Row = Awaited<ReturnType<typeof projects.byId.one>>

/** How long links to the files of a project work. */
export const linkedFor = { minutes: 60 }

/** A project as it is stored, and how the actor stands to it. */
export interface KnownProject extends Row, Standing {}

const known = (row: Row): KnownProject => ({ ...row, mine: collaboration(row) })

/** Null when the actor is no collaborator. */
function collaboration(row: Row): Permissions | null {
  const { can_edit, can_upload_versions, can_manage_milestones } = row
  return can_edit === null || can_upload_versions === null || can_manage_milestones === null
    ? null
    : { can_edit, can_upload_versions, can_manage_milestones }
}

/** The project for those who may do so much: 404 when there is none, 403 for others. */
export async function projectFor(
  ctx: Context | Transaction,
  id: number,
  question: (actor: Actor, project: Standing) => boolean,
): Promise<KnownProject> {
  const project = known(await projects.byId.one(ctx, { actor_id: ctx.actor.id, id }))
  permit(question(ctx.actor, project))
  return project
}

export async function showProject(ctx: Context | Transaction, id: number): Promise<Project> {
  return shown(ctx, await projectFor(ctx, id, may.read))
}

/** A row as the actor sees it. */
export function shown(ctx: Context | Transaction, row: Row): Project {
  const { scope_document_key: key, milestones_count, milestones_completed } = row
  return {
    ...row,
    scope_document_url: key === null ? null : signedLink(ctx, { key }, linkedFor),
    progress: milestones_count === 0 ? 0 : Math.floor((100 * milestones_completed) / milestones_count),
    my_permissions: permissionsOf(ctx.actor, known(row)),
  }
}
