import { deriveCounts } from '#database/derived/counts.ts'
import type { Feature } from '#features/feature.ts'
import { collaboratorRoutes } from './collaborators/routes.ts'
import { alreadyCollaborates } from './collaborators/service.ts'
import { projectContent } from './content.ts'
import { projectList } from './list.ts'
import { milestoneCalendar } from './milestones/calendar.ts'
import { milestoneRoutes } from './milestones/routes.ts'
import { projectPersonalData } from './personal-data.ts'
import { refoldProjects } from './refold.ts'
import { projectRoutes } from './routes.ts'
import { scopeDocumentRemovalRoutes, scopeDocumentRoutes } from './scope-document/routes.ts'
import { projectFollower } from './search.ts'
import { versionRoutes, versionUploadRoutes } from './versions/routes.ts'
import { versionTaken } from './versions/service.ts'

export { collaboratorLimit } from './collaborators/service.ts'
export { milestoneLimit } from './milestones/add.ts'
export { historyLimit as milestoneHistoryLimit } from './milestones/service.ts'
export { milestoneRights, projectRights, versionRights } from './rights.ts'
export { listProvenVersions, listUploaders } from './versions/evidence-queries.ts'
export { versionLimit } from './versions/service.ts'

export const projects: Feature = {
  routes: [
    projectRoutes,
    versionUploadRoutes,
    versionRoutes,
    milestoneRoutes,
    collaboratorRoutes,
    scopeDocumentRoutes,
    scopeDocumentRemovalRoutes,
  ],
  personalData: projectPersonalData,
  followers: [projectFollower],
  derivations: deriveCounts(projectList.counted),
  content: [projectContent],
  calendar: milestoneCalendar,
  tasks: [refoldProjects],
  conflicts: {
    project_versions_project_id_version_number_unique: versionTaken,
    project_collaborators_project_id_user_id_unique: alreadyCollaborates,
  },
}
