export { jobBelongings } from './belongings.ts'
export { jobPostRoutes } from './posts/routes.ts'
export { compactJobPostCounts } from './posts/service.ts'
