import { deriveCounts } from '#database/derived/counts.ts'
import type { Feature } from '#features/feature.ts'
import { readCounters } from '#platform/counters.ts'
import { companyContent } from './content.ts'
import { companyCounter, companyList } from './list.ts'
import { logoRoutes } from './logo/routes.ts'
import { alreadyInvited, alreadyMember } from './members/invitations.ts'
import { companyMemberRoutes } from './members/routes.ts'
import { sweepCompanyInvitations } from './members/service.ts'
import type { OpenPosts } from './page.ts'
import { companyPersonalData } from './personal-data.ts'
import { companyAddresses } from './public-queries.ts'
import { companyOffers, companyRoutes } from './routes.ts'
import { companyFollower } from './search.ts'

export { getCompany, mayPayFor } from './access.ts'
export { checkInvitees, findCompanies, inviteToCompany, type Room } from './members/bulk.ts'
export { countSeats, memberLimit } from './members/invitations.ts'
export { listManagers } from './members/managers.ts'
export { InvitedRole } from './members/schemas.ts'
export { companyRights } from './rights.ts'

export const createCompanies = (openPosts: OpenPosts): Feature => ({
  routes: [companyRoutes(openPosts), companyMemberRoutes, logoRoutes],
  personalData: companyPersonalData,
  followers: [companyFollower],
  derivations: deriveCounts(companyList.counted),
  content: [companyContent],
  tasks: [sweepCompanyInvitations],
  schedules: [{ name: 'sweep_company_invitations', cron: '23 3 * * *', task: sweepCompanyInvitations }],
  offers: companyOffers,
  sitemap: {
    name: 'companies',
    count: (ctx) => readCounters(ctx, `${companyCounter}|verified|`, `${companyCounter}|unverified|`),
    async list(ctx, { most, skip }) {
      const rows = await companyAddresses.slice.all(ctx, { most, skip })
      return rows.map(({ id, updated_at }) => ({ path: `/companies/${id}`, updated_at }))
    },
  },
  conflicts: {
    company_members_company_id_user_id_unique: alreadyMember,
    company_members_company_id_email_unique: alreadyInvited,
  },
})
