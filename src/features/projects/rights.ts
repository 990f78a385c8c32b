/** Who may read and do what with projects, their versions and their milestones. */

import type { Actor } from '#context.ts'
import { followObjects, followParts } from '#database/derived/journal.ts'
import { users } from '#database/member-relation.ts'
import { everyone, those, user, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { milestoneRecord } from './milestones/record.ts'
import { type Permissions, projectRecord } from './record.ts'
import { versionRecord } from './versions/record.ts'

interface ActorPermissions {
  /** The permissions of the actor as a collaborator; null for others. */
  mine: Permissions | null
}

/** Collaborators, of whom a hidden project is hidden too. */
const collaborators = { table: 'project_collaborators', object: 'project_id', when: { hidden_at: null } } as const

const collaboratorsWho = <P extends keyof Permissions>(permission: P) =>
  users({
    ...collaborators,
    where: { [permission]: true },
    has: ({ mine }: ActorPermissions) => mine?.[permission] === true,
  })

export const projectRights = defineRights({
  kind: 'project',
  table: 'projects',
  relations: {
    everyone: everyone({ visibility: 'public' }),
    owner: user('owner_id'),
    collaborator: users({ ...collaborators, has: ({ mine }: ActorPermissions) => mine !== null }),
    editor: collaboratorsWho('can_edit'),
    uploader: collaboratorsWho('can_upload_versions'),
    planner: collaboratorsWho('can_manage_milestones'),
  },
  may: {
    read: ['everyone', 'owner', 'collaborator', 'admin'],
    /** Working on the project. */
    takePart: ['owner', 'collaborator', 'admin'],
    edit: ['owner', 'editor', 'admin'],
    uploadVersions: ['owner', 'uploader', 'admin'],
    manageMilestones: ['owner', 'planner', 'admin'],
    manageCollaborators: ['owner', 'admin'],
    publish: ['owner', 'admin'],
    remove: ['owner', 'admin'],
  },
  followed: [
    followObjects(projectRecord),
    followParts(
      {
        table: 'project_collaborators',
        tracked: ['role', 'can_edit', 'can_upload_versions', 'can_manage_milestones', 'accepted_at'],
      },
      { object: 'project_id' },
    ),
  ],
})

const { may } = projectRights

export const listPermissions = (actor: Actor, project: Parameters<typeof may.edit>[1]): Permissions => ({
  can_edit: may.edit(actor, project),
  can_upload_versions: may.uploadVersions(actor, project),
  can_manage_milestones: may.manageMilestones(actor, project),
})

type ProjectFacts = Parameters<typeof may.read>[1]

const project = {
  rights: projectRights,
  column: 'project_id',
  load: ({ project }: { project: ProjectFacts }) => project,
} as const

export const versionRights = defineRights({
  kind: 'project_version',
  table: 'project_versions',
  parent: 'project_id',
  relations: {
    reader: those({ ...project, may: 'read' }),
    uploader: within(user('uploaded_by'), { ...project, may: 'uploadVersions' }),
    owner: those({ ...project, may: 'remove' }),
  },
  may: { read: ['reader'], remove: ['owner', 'uploader'] },
  followed: [followObjects(versionRecord)],
})

export const milestoneRights = defineRights({
  kind: 'milestone',
  table: 'milestones',
  parent: 'project_id',
  relations: { reader: those({ ...project, may: 'read' }) },
  may: { read: ['reader'] },
  followed: [followObjects(milestoneRecord)],
})
