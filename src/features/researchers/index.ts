import type { Feature } from '#features/feature.ts'
import type { Achievements } from './achievements.ts'
import { researcherRoutes } from './routes.ts'
import { researcherBelongings } from './service.ts'
import { alreadyInTeam } from './team/service.ts'

export { cardsOf, sightOf } from './list.ts'
export { createResearcher, keepingFound } from './profiles.ts'
export { cardFields } from './schemas.ts'
export { subjectOf } from './service.ts'
export { teamMembers } from './team/service.ts'

export const researchers = (achievements: Achievements): Feature => ({
  routes: [researcherRoutes(achievements)],
  personalData: researcherBelongings,
  conflicts: { researcher_team_researcher_id_user_id_unique: alreadyInTeam },
})
