import type { Actor } from '#context.ts'
import type { Visibility } from '#database/tables/projects.ts'
import type { Permissions } from './projects/schemas.ts'

/** The relation of the actor to a project. */
export interface ProjectRelation {
  owner_id: number
  visibility: Visibility
  /** The permissions of a collaborator; null for others. */
  mine: Permissions | null
}

type Question = (actor: Actor, project: ProjectRelation) => boolean

const owns: Question = (actor, { owner_id }) => actor.id === owner_id || actor.role === 'admin'

const hasPermission =
  (permission: keyof Permissions): Question =>
  (actor, project) =>
    owns(actor, project) || project.mine?.[permission] === true

export const may = {
  read: (actor: Actor, project: ProjectRelation) =>
    project.visibility === 'public' || owns(actor, project) || project.mine !== null,
  edit: hasPermission('can_edit'),
  uploadVersions: hasPermission('can_upload_versions'),
  manageMilestones: hasPermission('can_manage_milestones'),
  manageCollaborators: owns,
  /** Whether the actor works on the project. */
  takePart: (actor: Actor, project: ProjectRelation) => owns(actor, project) || project.mine !== null,
  removeCollaborator: (actor: Actor, project: ProjectRelation, { user_id }: { user_id: number }) =>
    owns(actor, project) || actor.id === user_id,
  /** Removing a version: owner and administrators, and who uploaded it while they may upload. */
  removeVersion: (actor: Actor, project: ProjectRelation, version: { uploaded_by: { id: number } }) =>
    owns(actor, project) || (project.mine?.can_upload_versions === true && version.uploaded_by.id === actor.id),
  remove: owns,
  publish: owns,
}

export const listPermissions = (actor: Actor, project: ProjectRelation): Permissions => ({
  can_edit: may.edit(actor, project),
  can_upload_versions: may.uploadVersions(actor, project),
  can_manage_milestones: may.manageMilestones(actor, project),
})
