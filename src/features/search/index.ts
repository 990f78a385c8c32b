export { sweepSearches } from './popular.ts'
export { searchRoutes } from './routes.ts'
export { searchBelongings } from './service.ts'
