import type { AnyContext } from '#context.ts'
import { countSeats } from '#features/companies/index.ts'
import type { Subscriber } from './record.ts'

/** Something that a plan limits; the feature that owns it counts it. */
export interface LimitedResource {
  readonly entitlement: 'job_postings' | 'team_members'
  /** Counts what the user, or the company, has now. */
  readonly count: (ctx: AnyContext, subscriber: Subscriber) => Promise<number>
}

/** Members of a company count against its plan, and open invitations, so that each can be accepted. */
export const seats: LimitedResource = {
  entitlement: 'team_members',
  count: async (ctx, { company_id }) => (company_id === null ? 0 : countSeats(ctx, company_id)),
}
