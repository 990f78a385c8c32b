import type { Feature } from '#features/feature.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { userRoutes } from './routes.ts'
import { compactUserCounts } from './service.ts'

export { userCounts } from './counts/queries.ts'
export { may as mayOnUsers } from './policy.ts'
export { users } from './queries.ts'
export { Name, Password, type Role, User, UserChange } from './schemas.ts'
export {
  changeUserRole,
  createUser,
  noLinks,
  permitSelfOrAdmin,
  rememberWords,
  showMe,
  timezoneOf,
  userById,
} from './service.ts'

export const userFeature: Feature = {
  routes: [userRoutes, avatarRoutes],
  tasks: [compactUserCounts],
  schedules: [{ name: 'compact_user_counts', cron: '*/5 * * * *', task: compactUserCounts }],
}
