export { sandboxIdentityRoutes } from './routes.ts'
export { getSandboxIssuer } from './service.ts'
