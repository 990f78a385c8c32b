export { ActivityEntry, ActivityQuery } from './schemas.ts'
export { activityBelongings, listActivity, recordActivity } from './service.ts'
