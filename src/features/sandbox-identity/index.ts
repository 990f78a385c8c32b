export { sandboxIdentityRoutes } from './routes.ts'
export { sandboxIssuer } from './service.ts'
