import type { Feature } from '#features/feature/index.ts'
import { activityBelongings } from './service.ts'

export { ActivityEntry, ActivityQuery } from './schemas.ts'
export { listActivity, recordActivity } from './service.ts'

export const activity: Feature = {
  belongings: activityBelongings,
}
