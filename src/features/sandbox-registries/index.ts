export { sandboxRegistryRoutes } from './routes.ts'
