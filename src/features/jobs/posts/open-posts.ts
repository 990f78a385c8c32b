import { sortKey } from '#core/text-normalization.ts'
import { integerList } from '#database/query/expressions.ts'
import { prepare, type WithConnection } from '#database/query/prepare.ts'
import { jobPostList } from './list.ts'
import { findPlacesOfPosts } from './places.ts'
import type { Viewer } from './queries.ts'
import type { JobPostQuery } from './schemas.ts'

type OpenFilter = Pick<
  JobPostQuery,
  'location' | 'skill' | 'remote' | 'employment_type' | 'experience_level' | 'min_salary' | 'company_id'
>

const anonymous: Viewer = { actor_id: 0, is_admin: false }

/** Returns those of the posts that are open and that the filter lets through. */
export const filterOpenPosts = async (
  ctx: WithConnection,
  ids: readonly number[],
  { location = '', skill = '', remote, employment_type, experience_level, min_salary, company_id }: OpenFilter,
): Promise<number[]> =>
  jobPostList.listIds(ctx, {
    viewer: anonymous,
    filter: {
      ids,
      skill_key: sortKey(skill) || undefined,
      places: location.trim() === '' ? undefined : await findPlacesOfPosts(ctx, ids, location),
      status: 'open',
      remote,
      employment_type,
      experience_level,
      min_salary,
      company_id,
    },
    view: 'visible',
  })

const openPosts = {
  owners: prepare((q, p: { ids: readonly number[] }) =>
    q
      .selectFrom('job_posts')
      .select(['id', 'user_id as owner'])
      .where('id', 'in', integerList(p.ids))
      .where('status', '=', 'open'),
  ),
}

/** Lists those of the posts that are open, with their owners. */
export const listOpenPostOwners = (ctx: WithConnection, ids: readonly number[]) => openPosts.owners.all(ctx, { ids })

/** Reads those of the posts that are open, as the viewer sees them. */
export const readOpenPosts = (ctx: WithConnection, viewer: Viewer, ids: readonly number[]) =>
  jobPostList.readFew(ctx, { viewer, filter: { ids, status: 'open' }, view: 'visible', sort: 'recent' })
