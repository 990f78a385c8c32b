import type { Feature } from '#features/feature.ts'
import { avatarRemovalRoutes, avatarRoutes } from './avatars/routes.ts'
import { refoldUsers } from './refold.ts'

export {
  type AccountRow,
  findAccount,
  findAccounts,
  findSuspension,
  setSuspension,
} from './administration.ts'
export { removeAvatar } from './avatars/service.ts'
export {
  findCredentials,
  findDecoyHash,
  findUserByEmail,
  findUserIdsByEmail,
  markEmailVerified,
  removeEmail,
  removePendingEmail,
  setEmail,
  setPassword,
} from './credentials.ts'
export { countInvitation, presentMember } from './members.ts'
export { Role, userRecord } from './record.ts'
export { userRights } from './rights.ts'
export { Name, Password, User, UserChange, UserQuery, UserSummary, VisibleUser } from './schemas.ts'
export {
  anonymizeUser,
  checkUserId,
  countNewUsers,
  createUser,
  findRole,
  findTimezone,
  findUser,
  getNames,
  getTimezone,
  getUser,
  hasAdmins,
  hasOtherAdmin,
  hasUsers,
  listUserActivity,
  listUsers,
  permitSelfOrAdmin,
  showMe,
  showUser,
  updateUser,
  updateUserRole,
} from './service.ts'

export const userFeature: Feature = {
  routes: [avatarRoutes, avatarRemovalRoutes],
  tasks: [refoldUsers],
}
