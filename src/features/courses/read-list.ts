import type { Context } from '#context.ts'
import type { Slice } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { hasWords, isUnfiltered, readSearchedPage, searchListPage } from '#features/search-index/index.ts'
import { presentCourse, toViewer } from './access.ts'
import { type CourseFilter, courseList } from './list.ts'
import type { CourseQuery } from './schemas.ts'
import { courseSearchModule } from './search.ts'

export const listCourses = (ctx: Context, query: CourseQuery) =>
  readSearchedPage(ctx, query, async (ctx, slice) => {
    const found = await readCourses(ctx, query, slice)
    return { ...found, rows: found.rows.map(presentCourse) }
  })

async function readCourses(ctx: Context, { search, ...query }: CourseQuery, slice: Slice) {
  const filter = toFilter(ctx, query)
  const { sort } = query
  const asked = { viewer: toViewer(ctx), filter, view: 'visible', sort: sort ?? 'recent' } as const
  if (!search) return courseList.read(ctx, asked, slice)
  if (!hasWords(search)) return { rows: [], total: 0 }
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
