import type { AnyContext } from '#context.ts'
import { permit } from '#core/problem.ts'
import { companies } from './queries.ts'
import { companyRights } from './rights.ts'

/** A company with the role of the actor. */
export type CompanyRow = Awaited<ReturnType<typeof companies.byId.one>>

/** Returns the company if the actor has the permission. 404 if unknown, 403 otherwise. */
export async function getCompany(
  ctx: AnyContext,
  id: number,
  permission: keyof typeof companyRights.may,
): Promise<CompanyRow> {
  const company = await companies.byId.one(ctx, { actor_id: ctx.actor.id, id })
  permit(companyRights.may[permission](ctx.actor, company))
  return company
}
