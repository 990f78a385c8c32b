import type { Feature } from '#features/feature.ts'
import { applyForAccepted } from './candidates/invitation-acceptance.ts'
import { candidateInvitationRoutes } from './candidates/invitation-routes.ts'
import { removeOldCandidates } from './candidates/retention.ts'
import { candidateRoutes } from './candidates/routes.ts'
import { removeCompanyPool } from './company-changes.ts'
import { sourcingPersonalData } from './personal-data.ts'
import { endConsents } from './pool/consent-expiry.ts'
import { consentRoutes } from './pool/consent-routes.ts'
import { talentPoolRoutes } from './pool/routes.ts'
import { alreadyInPool } from './pool/service.ts'

/** People who have not applied: candidates that recruiters import, and the talent pool of those who consent to be kept. */
export const sourcing: Feature = {
  routes: [candidateRoutes, candidateInvitationRoutes, talentPoolRoutes, consentRoutes],
  personalData: sourcingPersonalData,
  tasks: [endConsents, removeOldCandidates],
  schedules: [
    { name: 'end_consents', cron: '* * * * *', task: endConsents },
    { name: 'remove_old_candidates', cron: '53 3 * * *', task: removeOldCandidates },
  ],
  onEmailVerified: applyForAccepted,
  onCompanyChanged: removeCompanyPool,
  conflicts: {
    talent_pool_entries_keeper_id_user_id_unique: alreadyInPool,
    talent_pool_entries_company_id_user_id_unique: alreadyInPool,
  },
}
