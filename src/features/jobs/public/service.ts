import { type Context, toAnonymous } from '#context.ts'
import type { Page, PageQuery } from '#core/page.ts'
import { ensure, notFound } from '#core/problem.ts'
import { jobPosts } from '../posts/queries.ts'
import { listJobPosts } from '../posts/read-list.ts'
import type { JobPost, JobPostQuery } from '../posts/schemas.ts'
import { getJobPost } from '../posts/service.ts'

/** Posts in a feed; readers ask again often. */
const maxInFeed = 50

/** Returns an open post for the public. 404 once it is closed, hidden, or past its deadline, and where pages are off. */
export async function getOpenPost(ctx: Context, id: number): Promise<JobPost> {
  ensure(ctx.config.publicPages, notFound)
  const post = await getJobPost(ctx, id)
  const isOpen = post.status === 'open' && (post.deadline === null || post.deadline > ctx.clock.now())
  ensure(isOpen, notFound)
  return post
}

/** Returns a page of the posts that take applications, as a visitor without an account sees them. */
export async function listPublicPosts(ctx: Context, query: PublicQuery & PageQuery): Promise<Page<JobPost>> {
  ensure(ctx.config.publicPages, notFound)
  return listJobPosts(toAnonymous(ctx), { ...query, status: 'open', closes_after: ctx.clock.now() })
}

/** Returns the newest posts that the filter selects and that take applications. */
export const listNewestPosts = async (ctx: Context, query: PublicQuery, limit = maxInFeed): Promise<JobPost[]> =>
  (await listPublicPosts(ctx, { ...query, sort: 'recent', page: 1, limit })).rows

export type PublicQuery = Omit<JobPostQuery, 'status' | 'mine' | 'fit' | 'page' | 'limit'>

/** Posts on the page of a company. */
const maxOfCompany = 50

/** Returns the newest open posts of a company. */
export const listOpenPostsOf = (ctx: Context, companyId: number) =>
  jobPosts.openOfCompany.all(ctx, { company_id: companyId, now: ctx.clock.now(), limit: maxOfCompany })
