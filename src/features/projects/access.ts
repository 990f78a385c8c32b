import type { AnyContext } from '#context.ts'
import { permit } from '#core/problem.ts'
import { createSignedFileUrl } from '#features/files/index.ts'
import { projects } from './queries.ts'
import type { Permissions } from './record.ts'
import { listPermissions, projectRights } from './rights.ts'
import type { Project } from './schemas.ts'

type Row = Awaited<ReturnType<typeof projects.byId.one>>

/** The lifetime of links to files of a project. */
export const linkedFor = { minutes: 60 }

/** A project with the permissions of the actor. */
export interface KnownProject extends Row {
  /** The permissions of the actor as a collaborator; null for others. */
  mine: Permissions | null
}

// Adds to the row itself, because to copy the rows of a list takes as long as to read some of them.
const toKnownProject = (row: Row): KnownProject => Object.assign(row, { mine: getOwnPermissions(row) })

/** Null when the actor is not a collaborator. */
function getOwnPermissions(row: Row): Permissions | null {
  const { can_edit, can_upload_versions, can_manage_milestones } = row
  return can_edit === null || can_upload_versions === null || can_manage_milestones === null
    ? null
    : { can_edit, can_upload_versions, can_manage_milestones }
}

/** Returns the project if the actor has the permission. 404 if unknown, 403 otherwise. */
export async function getProject(
  ctx: AnyContext,
  id: number,
  permission: keyof typeof projectRights.may,
): Promise<KnownProject> {
  const project = toKnownProject(await projects.byId.one(ctx, { actor_id: ctx.actor.id, id }))
  permit(projectRights.may[permission](ctx.actor, project))
  return project
}

export async function showProject(ctx: AnyContext, id: number): Promise<Project> {
  return presentProject(ctx, await getProject(ctx, id, 'read'))
}

/** Presents a project for the actor. */
export function presentProject(ctx: AnyContext, row: Row): Project {
  const { scope_document_key: key, milestones_count, milestones_completed } = row
  const isHidden = row.hidden_at !== null
  return Object.assign(row, {
    scope_document_url: key === null ? null : createSignedFileUrl(ctx, { key }, { ...linkedFor, isHidden }),
    progress: milestones_count === 0 ? 0 : Math.floor((100 * milestones_completed) / milestones_count),
    my_permissions: listPermissions(ctx.actor, toKnownProject(row)),
  })
}
