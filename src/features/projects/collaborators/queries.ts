import { createMembershipQueries } from '#database/membership-queries.ts'

export const collaborators = createMembershipQueries({
  table: 'project_collaborators',
  object: 'project_id',
  columns: ['role', 'can_edit', 'can_upload_versions', 'can_manage_milestones'],
  accepts: true,
  isPaged: false,
})
