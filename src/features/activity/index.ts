export { ActivityEntry, ActivityQuery, ActivityType } from './schemas.ts'
export { type Activity, activityBelongings, listActivity, recordActivity } from './service.ts'
