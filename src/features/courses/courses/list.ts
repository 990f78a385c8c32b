import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { listRanges, mergeRanges, toTerm } from '#core/terms.ts'
import { sortKey, splitWords } from '#core/text-normalization.ts'
import { readMerged, type Size } from '#database/query/merged-list.ts'
import { toWordSearch } from '#database/query/words.ts'
import { presentCourse, toViewer } from '../access.ts'
import { courseWords, type Filter, isInOrderOfCategory, visibleCourses } from './list-queries.ts'
import { countCategory, countPublishedCourses } from './queries.ts'
import type { CourseQuery } from './schemas.ts'

/** Limits the terms of a long description. */
const mostWords = 300

/** Extracts the terms by which a course is found. */
export function extractTerms(course: { title: string; category: string; description: string }): string[] {
  const words = splitWords(course.title, course.category, course.description).slice(0, mostWords)
  return [...new Set(words.map(toTerm))]
}

export const listCourses = (ctx: Context, query: CourseQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const filter = toFilter(ctx, query)
    const { rows, total } = await readMerged(ctx, {
      page: visibleCourses.page,
      count: visibleCourses.count,
      viewer: toViewer(ctx),
      filter,
      slice,
      choice: query.sort ?? 'recent',
      size: await measureList(ctx, filter, query),
    })
    return { rows: rows.map(presentCourse), total }
  })

function toFilter({ actor }: Context, query: CourseQuery): Filter {
  const { search = '', category = '', level, price, instructor_id, mine = false } = query
  return {
    words: toWordSearch(mergeRanges([], listRanges(search))),
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

/** Finds out how many courses there are, and how many match as far as counters or an index tell. */
async function measureList(ctx: Context, filter: Filter, { price, sort }: CourseQuery): Promise<Size> {
  const { words, instructor_id, category_key, level } = filter
  if (words !== undefined) return courseWords.measure(ctx, words)
  const published = await countPublishedCourses(ctx, { level, price })
  if (instructor_id !== undefined) {
    const { total } = await visibleCourses.countOfInstructor.one(ctx, { instructor_id })
    return { all: Math.min(published.all, total), matching: null, isIndexed: false }
  }
  const own = await visibleCourses.countOwnOthers.one(ctx, { ...filter, ...toViewer(ctx) })
  const isWhole = level === undefined && price === undefined
  if (category_key === undefined)
    return { all: published.all, matching: published.matching + own.total, isIndexed: isWhole, others: own.total }
  const inCategory = await countCategory(ctx, { level, price }, category_key)
  const isOrdered = isInOrderOfCategory(filter, sort)
  return {
    all: isOrdered ? inCategory.all : published.all,
    matching: inCategory.matching + own.total,
    isIndexed: isWhole && isOrdered,
    others: own.total,
  }
}
