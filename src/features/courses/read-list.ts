import type { Context } from '#context.ts'
import { page, type Slice } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { hasWords, isUnfiltered, searchListPage } from '#features/search-index/index.ts'
import { presentCourse, toViewer } from './access.ts'
import { type CourseFilter, courseList } from './list.ts'
import type { CourseQuery } from './schemas.ts'
import { courseSearchModule } from './search.ts'
import { toSearch } from './terms.ts'

export const listCourses = (ctx: Context, query: CourseQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const found = query.search ? await searchCourses(ctx, { ...query, search: query.search }, slice) : null
    if (found !== null) return { ...found, rows: found.rows.map(presentCourse) }
    const filter = { ...toFilter(ctx, query), words: toSearch(query.search ?? '') }
    const sort = query.sort ?? 'recent'
    const { rows, total } = await courseList.read(ctx, { viewer: toViewer(ctx), filter, view: 'visible', sort }, slice)
    return { rows: rows.map(presentCourse), total }
  })

/** Searches by the index of words; null while it is being built or far behind, when the beginnings of words are looked up instead. */
async function searchCourses(ctx: Context, { search, ...query }: CourseQuery & { search: string }, slice: Slice) {
  if (!hasWords(search)) return { rows: [], total: 0 }
  const filter = toFilter(ctx, query)
  const { sort } = query
  const asked = { viewer: toViewer(ctx), filter, view: 'visible', sort: sort ?? 'recent' } as const
  const question = { query: search, asked, seesAll: false, isWhole: isUnfiltered(filter), sort, slice }
  return searchListPage(ctx, courseList, { module: courseSearchModule, question })
}

function toFilter({ actor }: Context, query: CourseQuery): CourseFilter {
  const { category = '', level, price, instructor_id, mine = false } = query
  return {
    category_key: sortKey(category) || undefined,
    instructor_id: mine ? chooseOwner(actor.id, instructor_id) : instructor_id,
    level,
    most: price === 'free' ? 0 : undefined,
    least: price === 'paid' ? 1 : undefined,
  }
}

/** An id that no row has. */
const noUser = 0
const chooseOwner = (actorId: number, asked = actorId) => (asked === actorId ? actorId : noUser)
