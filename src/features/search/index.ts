export { sweepSearches } from './popular.ts'
export { searchRoutes } from './routes.ts'
export { type SearchAllowance, searchBelongings } from './service.ts'
