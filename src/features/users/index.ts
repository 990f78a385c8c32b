export { avatarRoutes } from './avatars/routes.ts'
export { userCounts } from './counts/queries.ts'
export { may as mayOnUsers } from './policy.ts'
export { users } from './queries.ts'
export { userRoutes } from './routes.ts'
export { Name, Password, type Role, User, UserChange } from './schemas.ts'
export {
  changeUserRole,
  compactUserCounts,
  createUser,
  noLinks,
  permitSelfOrAdmin,
  rememberWords,
  showMe,
  userById,
} from './service.ts'
