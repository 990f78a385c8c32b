export { avatarRoutes } from './avatars/routes.ts'
export { may as mayOnUsers } from './policy.ts'
export { userCounts, users } from './queries.ts'
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
