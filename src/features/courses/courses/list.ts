import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { combineRanges, exactRange, type Range, splitSearch, toTerm, wordRange } from '#core/terms.ts'
import { sortKey, splitWords } from '#core/text-normalization.ts'
import { readMerged } from '#database/query/merged-list.ts'
import { readCounters } from '#platform/counters.ts'
import { presentCourse, toViewer } from '../access.ts'
import { type Filter, visibleCourses } from './list-queries.ts'
import { publishedCoursesCounter } from './queries.ts'
import type { CourseQuery } from './schemas.ts'

/** Limits the terms of a long description. */
const mostWords = 300

/** Not a letter, so that no search word matches a category. */
const categoryMark = '#'
const toCategoryTerm = (category: string) => toTerm(categoryMark + sortKey(category))

/** Extracts the terms by which a course is found. */
export function extractTerms(course: { title: string; category: string; description: string }): string[] {
  const words = splitWords(course.title, course.category, course.description).slice(0, mostWords)
  return [...new Set([toCategoryTerm(course.category), ...words.map(toTerm)])]
}

export const listCourses = (ctx: Context, query: CourseQuery) =>
  page(query, async (slice) => {
    const asked = { viewer: toViewer(ctx), filter: toFilter(ctx, query) }
    const { rows, total } = await readMerged(ctx, {
      page: visibleCourses.page,
      ...asked,
      slice,
      choice: query.sort ?? 'recent',
      countAll: () => countAll(ctx),
      countFound: () => visibleCourses.count.inBackground(ctx, { ...asked.viewer, ...asked.filter }),
    })
    return { rows: rows.map(presentCourse), total }
  })

function toFilter({ actor }: Context, query: CourseQuery): Filter {
  const { search = '', category = '', level, price, instructor_id, mine = false } = query
  return {
    terms: toRanges(search, category),
    instructor_id: mine ? chooseOwner(actor.id, instructor_id) : instructor_id,
    level,
    most: price === 'free' ? 0 : undefined,
    least: price === 'paid' ? 1 : undefined,
  }
}

function toRanges(search: string, category: string): Range[] | undefined {
  const categories = sortKey(category) === '' ? [] : [exactRange(toCategoryTerm(category))]
  return combineRanges(categories, splitSearch(search).map(wordRange))
}

/** An id that no row has. */
const noUser = 0
const chooseOwner = (actorId: number, asked = actorId) => (asked === actorId ? actorId : noUser)

async function countAll(ctx: Context): Promise<number> {
  const published = await readCounters(ctx, publishedCoursesCounter)
  const others = await visibleCourses.countOwnOthers.one(ctx, toViewer(ctx))
  return published + others.total
}
