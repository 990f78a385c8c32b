import type { PersonalData } from '#features/feature.ts'
import { eraseCandidates, exportImports, exportImportsAbout } from './candidates/personal-data.ts'
import { erasePool, exportConsents, exportPool } from './pool/personal-data.ts'

/** A part of the data about jobs. */
export const sourcingPersonalData: PersonalData = {
  name: 'jobs',
  export: (ctx, userId) => ({
    talent_pool: exportPool(ctx, userId),
    talent_pool_consents: exportConsents(ctx, userId),
    imported_candidates: exportImports(ctx, userId),
    imports_about_me: exportImportsAbout(ctx, userId),
  }),
  async erase(tx, userId) {
    await erasePool(tx, userId)
    await eraseCandidates(tx, userId)
  },
}
