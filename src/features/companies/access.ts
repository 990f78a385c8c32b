import type { AnyContext } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { companies } from './queries.ts'
import { companyRights } from './rights.ts'

/** A company with the role of the actor. */
export type CompanyRow = Awaited<ReturnType<typeof companies.byId.one>>

/** Returns the company if the actor has the permission. 404 if unknown or hidden from the actor, 403 otherwise. */
export async function getCompany(
  ctx: AnyContext,
  id: number,
  permission: keyof typeof companyRights.may,
): Promise<CompanyRow> {
  const company = await companies.byId.one(ctx, { actor_id: ctx.actor.id, id })
  ensure(companyRights.may.read(ctx.actor, company), notFound)
  permit(companyRights.may[permission](ctx.actor, company))
  return company
}

/** Returns whether the user may pay for the company; false for one that was deleted. */
export async function mayPayFor(ctx: AnyContext, id: number, userId: number): Promise<boolean> {
  const company = await companies.byId.maybe(ctx, { actor_id: userId, id })
  return company !== null && companyRights.may.pay({ id: userId, role: 'user' }, company)
}
