import type { Feature } from '#features/feature.ts'
import type { GoodTokens } from '#features/streams/index.ts'
import { recordChangeNumbers } from './number-changes.ts'
import { changePersonalData } from './personal-data.ts'
import { changeRoutes } from './routes.ts'
import { sweepChanges } from './service.ts'

export { toReader } from './audiences.ts'
export { followChanges } from './follow.ts'
export { listScopes } from './kinds.ts'
export { checkTypes, getLastChange, readChanges } from './service.ts'

/** The feed of everything that changes. A stream ends with the access token that opened it. */
export const createChanges = (goodTokens: GoodTokens): Feature => ({
  routes: [changeRoutes(goodTokens)],
  personalData: changePersonalData,
  repeated: [{ name: 'change numbers', create: (ctx) => ({ run: () => recordChangeNumbers(ctx) }) }],
  tasks: [sweepChanges],
  schedules: [{ name: 'sweep_changes', cron: '41 3 * * *', task: sweepChanges }],
})
