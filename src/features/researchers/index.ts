import type { Feature } from '#features/feature.ts'
import type { Achievements } from './achievements.ts'
import { researcherRoutes } from './profiles/routes.ts'
import { researcherPersonalData } from './profiles/service.ts'
import { alreadyInTeam } from './team/service.ts'

export { changeAndReindex, createResearcher } from './profiles/change.ts'
export { getVisibility, readCards } from './profiles/list.ts'
export { cardFields } from './profiles/schemas.ts'
export { getProfileAccess } from './profiles/service.ts'
export { teamMembers } from './team/service.ts'

export const createResearchers = (achievements: Achievements): Feature => ({
  routes: [researcherRoutes(achievements)],
  personalData: researcherPersonalData,
  conflicts: { researcher_team_researcher_id_user_id_unique: alreadyInTeam },
})
