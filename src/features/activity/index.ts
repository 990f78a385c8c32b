import type { Feature } from '#features/feature.ts'
import { activityPersonalData } from './service.ts'

export { ActivityEntry, ActivityQuery } from './schemas.ts'
export { listActivity, listSignIns, recordActivity, hasUsedNetwork } from './service.ts'

export const activity: Feature = {
  personalData: activityPersonalData,
}
