import { deriveJournal } from '#database/derived/journal.ts'
import type { Feature } from '#features/feature.ts'
import type { FindValidTokens } from '#features/streams/index.ts'
import { feedFollower } from './follower-module.ts'
import { allRights } from './kinds.ts'
import { changePersonalData } from './personal-data.ts'
import { changeRoutes } from './routes.ts'
import { sweepChanges } from './service.ts'

export { toReader } from './audiences.ts'
export { followChanges } from './follow.ts'
export { listScopes } from './kinds.ts'
export { checkTypes, getLastChange, getLastNumber, readChanges } from './service.ts'

/** The feed of everything that changes. A stream ends with the access token that opened it. */
export const createChanges = (findValidTokens: FindValidTokens): Feature => ({
  routes: [changeRoutes(findValidTokens)],
  personalData: changePersonalData,
  derivations: [deriveJournal(allRights.flatMap(({ followed }) => followed))],
  followers: [feedFollower],
  tasks: [sweepChanges],
  schedules: [{ name: 'sweep_changes', cron: '41 3 * * *', task: sweepChanges }],
})
