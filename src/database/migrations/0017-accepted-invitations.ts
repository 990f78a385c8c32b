/** When people agreed to be on a project or a team. */

import { type Migration, timestamp } from './schema.ts'

export const acceptedInvitations: Migration = {
  name: '0017-accepted-invitations',
  up(schema) {
    schema.addColumn('project_collaborators', 'accepted_at', timestamp().nullable())
    schema.addColumn('researcher_team', 'accepted_at', timestamp().nullable())
  },
}
