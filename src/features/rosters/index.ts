import type { Feature } from '#features/feature.ts'
import { notifyInvited } from './notices.ts'
import { rosterPersonalData } from './personal-data.ts'
import { claimRosterEntries } from './service.ts'

export { scheduleRosterNotices } from './notices.ts'
export { listPeople, readRosterPeople } from './roster-people.ts'
export { createRosterRoutes } from './routes.ts'
export type { NewRosterEntries, RosterQuery, RosterRemoval, RosterVerdict } from './schemas.ts'
export {
  addRosterEntries,
  listRosterEntries,
  type RosterOwner,
  removeRoster,
  removeRosterEntry,
} from './service.ts'

/** Who may take exams and courses that are for invited people; the routes are with those. */
export const rosters: Feature = {
  personalData: rosterPersonalData,
  tasks: [notifyInvited],
  onEmailVerified: claimRosterEntries,
}
