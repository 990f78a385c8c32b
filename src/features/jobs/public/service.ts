import type { Context } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import { jobPosts } from '../posts/queries.ts'
import { listJobPosts } from '../posts/read-list.ts'
import type { JobPost, JobPostQuery } from '../posts/schemas.ts'
import { getJobPost } from '../posts/service.ts'

/** Posts in a feed; readers ask again often. */
const mostInFeed = 50

/** Returns an open post for the public. 404 once it is closed, hidden, or past its deadline, and where pages are off. */
export async function getOpenPost(ctx: Context, id: number): Promise<JobPost> {
  ensure(ctx.config.publicPages, notFound)
  const post = await getJobPost(ctx, id)
  const isOpen = post.status === 'open' && (post.deadline === null || post.deadline > ctx.clock.now())
  ensure(isOpen, notFound)
  return post
}

/** Returns the newest open posts that the filter selects. */
export async function listNewestPosts(ctx: Context, query: PublicQuery): Promise<JobPost[]> {
  ensure(ctx.config.publicPages, notFound)
  const { rows } = await listJobPosts(ctx, { ...query, status: 'open', sort: 'recent', page: 1, limit: mostInFeed })
  const now = ctx.clock.now()
  return rows.filter(({ deadline }) => deadline === null || deadline > now)
}

export type PublicQuery = Omit<JobPostQuery, 'status' | 'mine' | 'sort' | 'page' | 'limit'>

/** Posts on the page of a company. */
const mostOfCompany = 50

/** Returns the newest open posts of a company. */
export const listOpenPostsOf = (ctx: Context, companyId: number) =>
  jobPosts.openOfCompany.all(ctx, { company_id: companyId, now: ctx.clock.now(), limit: mostOfCompany })
