import type { Feature } from '#features/feature.ts'
import { activityPersonalData } from './service.ts'

export { ActivityEntry, ActivityQuery } from './schemas.ts'
export { hasUsedNetwork, listActivity, listSignIns, recordActivity } from './service.ts'

export const activity: Feature = {
  personalData: activityPersonalData,
}
