import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { exactRange, type Range, sortBySelectivity, splitSearch, toTerm, wordRange } from '#core/terms.ts'
import { sortKey, splitWords } from '#core/text-normalization.ts'
import { readMerged } from '#database/query/merged-list.ts'
import { shown, viewer } from '#features/courses/access.ts'
import { courseCounts } from '../queries.ts'
import type { CourseQuery } from '../schemas.ts'
import { type Filter, visibleCourses } from './queries.ts'

/** A long description adds no more words than these, so that a course costs little to keep. */
const mostWords = 300

/** No letter, so that no word of a search meets a category. */
const categoryMark = '#'
const categoryTerm = (category: string) => toTerm(categoryMark + sortKey(category))

/** What a course is found by. */
export function termsOf(course: { title: string; category: string; description: string }): string[] {
  const words = splitWords(course.title, course.category, course.description).slice(0, mostWords)
  return [...new Set([categoryTerm(course.category), ...words.map(toTerm)])]
}

export const listCourses = (ctx: Context, query: CourseQuery) =>
  page(query, async (slice) => {
    const asked = { viewer: viewer(ctx), filter: filterOf(ctx, query) }
    const { rows, total } = await readMerged(ctx, {
      page: visibleCourses.page,
      ...asked,
      slice,
      choice: query.sort ?? 'recent',
      countAll: () => countAll(ctx),
      countFound: () => visibleCourses.count.inBackground(ctx, { ...asked.viewer, ...asked.filter }),
    })
    return { rows: rows.map(shown), total }
  })

function filterOf({ actor }: Context, query: CourseQuery): Filter {
  const { search = '', category = '', level, price, instructor_id, mine = false } = query
  return {
    terms: rangesOf(search, category),
    instructor_id: mine ? ownerOf(actor.id, instructor_id) : instructor_id,
    level,
    most: price === 'free' ? 0 : undefined,
    least: price === 'paid' ? 1 : undefined,
  }
}

function rangesOf(search: string, category: string): Range[] | undefined {
  const categories = sortKey(category) === '' ? [] : [exactRange(categoryTerm(category))]
  const ranges = [...categories, ...sortBySelectivity(splitSearch(search).map(wordRange))]
  return ranges.length === 0 ? undefined : ranges
}

/** An id that no row has. */
const nobody = 0
const ownerOf = (actorId: number, asked = actorId) => (asked === actorId ? actorId : nobody)

async function countAll(ctx: Context): Promise<number> {
  const published = await courseCounts.published.one(ctx, {})
  const others = await visibleCourses.countOwnOthers.one(ctx, viewer(ctx))
  return published.total + others.total
}
