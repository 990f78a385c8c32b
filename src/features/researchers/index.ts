import type { Feature } from '#features/feature.ts'
import type { Achievements } from './achievements.ts'
import { researcherPersonalData } from './personal-data.ts'
import { researcherContent } from './profiles/content.ts'
import { researcherRoutes } from './profiles/routes.ts'
import { profileOffers, profileSitemap, publicProfileRoutes } from './public/routes.ts'
import { publicationImportRoutes } from './publications/import/routes.ts'
import { publicationRoutes } from './publications/routes.ts'
import { alreadyListed } from './publications/service.ts'
import { resumeImportRoutes } from './resume/import/routes.ts'
import { resumeRoutes } from './resume/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { alreadyInTeam } from './team/service.ts'
import { upgradeRoutes } from './upgrade/routes.ts'

export { findResearcherState, getProfileAccess, isVerifiedResearcher } from './access.ts'
export {
  createResearcher,
  setProvenOrcid,
  setVerified as changeVerification,
  updateAndReindex,
} from './profiles/change.ts'
export { getVisibility, readCards } from './profiles/list.ts'
export { cardFields, Evidence } from './profiles/schemas.ts'
export { calculateColumns as calculatePublicationColumns } from './publications/content.ts'
export { maxPublications } from './publications/service.ts'
export { researcherRights } from './rights.ts'
export { memberLimit as teamLimit, teamMembers } from './team/service.ts'

export const createResearchers = (achievements: Achievements): Feature => ({
  sitemap: profileSitemap,
  offers: profileOffers,
  routes: [
    publicProfileRoutes,
    researcherRoutes(achievements),
    publicationRoutes,
    publicationImportRoutes,
    resumeRoutes,
    resumeImportRoutes,
    teamRoutes,
    upgradeRoutes(achievements),
  ],
  personalData: researcherPersonalData,
  content: [researcherContent],
  conflicts: {
    researcher_team_researcher_id_user_id_unique: alreadyInTeam,
    publications_researcher_id_doi_unique: alreadyListed,
    publications_researcher_id_work_key_unique: alreadyListed,
  },
})
