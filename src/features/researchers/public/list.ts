import type { Context } from '#context.ts'
import { type Page, page } from '#core/page.ts'
import { ensure, notFound } from '#core/problem.ts'
import { splitWords } from '#core/text-normalization.ts'
import { searchResearchers } from '#features/search-index/index.ts'
import { readCards } from '../profiles/list.ts'
import type { ResearcherCard } from '../profiles/schemas.ts'
import { publicProfiles } from './queries.ts'

export interface PeopleQuery {
  search?: string
  page?: number
  limit?: number
}

/** Returns a page of the people who have chosen a public page: the best matches of a search, or the newest. */
export async function listPeople(ctx: Context, query: PeopleQuery): Promise<Page<ResearcherCard>> {
  ensure(ctx.config.publicPages, notFound)
  return page(ctx, query, async (ctx, slice) => {
    const { search = '' } = query
    if (search === '') {
      const [{ total }, ids] = await Promise.all([
        publicProfiles.count.one(ctx, {}),
        publicProfiles.newest.all(ctx, { most: slice.limit, skip: slice.offset }),
      ])
      return {
        rows: await readCards(
          ctx,
          ids.map(({ id }) => id),
        ),
        total,
      }
    }
    if (splitWords(search).length === 0) return { rows: [], total: 0 }
    const { results, total } = await searchResearchers(ctx, {
      query: search,
      filters: {},
      scope: { ids: [] },
      havePublicPage: true,
      order: { sort: 'relevance', slice },
    })
    const rows = await readCards(
      ctx,
      results.map(({ id }) => id),
    )
    return { rows, total: total - (results.length - rows.length) }
  })
}
