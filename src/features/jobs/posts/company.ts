import type { AnyContext, Transaction } from '#context.ts'
import { createFieldProblem, ensure, invalidFields, permit } from '#core/problem.ts'
import { jobPosts } from './queries.ts'
import type { JobPost, JobPostChange, NewJobPost } from './schemas.ts'

export const unknownCompany = invalidFields({ company_id: ['The selected company id is invalid.'] })
export const staysWithCompany = createFieldProblem('company_id', 'A job post stays with its company.')

/** Returns the name of the company, which is shown where the post gives no other text; empty without one. */
export const findCompanyName = async (tx: Transaction, { company_id = null }: NewJobPost): Promise<string> =>
  company_id === null ? '' : ((await jobPosts.companyName.maybe(tx, { id: company_id }))?.name ?? '')

/** Returns whether the user may recruit for the company. */
export const mayRecruitFor = async (ctx: AnyContext, companyId: number, userId: number): Promise<boolean> =>
  (await jobPosts.recruitingCompany.maybe(ctx, { id: companyId, actor_id: userId })) !== null

/** Throws 422 unless the recruiter of a post may recruit for its company. */
export async function checkCompany(
  ctx: AnyContext,
  { company_id = null }: Pick<JobPostChange, 'company_id'>,
  userId: number,
) {
  if (company_id === null) return
  ensure(await mayRecruitFor(ctx, company_id, userId), unknownCompany)
}

/** Throws 422 when a post would leave its company, whose other members manage it, or join one that its recruiter does not recruit for. */
export async function checkCompanyChange(
  ctx: AnyContext,
  before: JobPost,
  { company_id = before.company_id }: JobPostChange,
) {
  if (company_id === before.company_id) return
  ensure(before.company_id === null, staysWithCompany)
  permit(before.recruiter.id === ctx.actor.id || ctx.actor.role === 'admin')
  await checkCompany(ctx, { company_id }, before.recruiter.id)
}
