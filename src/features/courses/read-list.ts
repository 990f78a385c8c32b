import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { presentCourse, toViewer } from './access.ts'
import { type CourseFilter, courseList } from './list.ts'
import type { CourseQuery } from './schemas.ts'
import { toSearch } from './terms.ts'

export const listCourses = (ctx: Context, query: CourseQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const filter = toFilter(ctx, query)
    const asked = { viewer: toViewer(ctx), filter, view: 'visible', sort: query.sort ?? 'recent' } as const
    const { rows, total } = await courseList.read(ctx, asked, slice)
    return { rows: rows.map(presentCourse), total }
  })

function toFilter({ actor }: Context, query: CourseQuery): CourseFilter {
  const { search = '', category = '', level, price, instructor_id, mine = false } = query
  return {
    words: toSearch(search),
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
