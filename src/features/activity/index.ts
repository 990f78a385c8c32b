export { type Activity, activityBelongings, listActivity, recordActivity } from './service.ts'
export { ActivityEntry, ActivityQuery, ActivityType } from './schemas.ts'
