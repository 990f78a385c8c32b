import type { Feature } from '#features/feature.ts'
import { institutionRoutes } from './routes.ts'

export type { InstitutionEntry } from './directory.ts'
export { findInstitution } from './service.ts'

export const institutions: Feature = { routes: [institutionRoutes] }
