import type { Context } from '../../../../context.ts'
import { page, type Slice } from '../../../../core/page.ts'
import { askedWords, type Range, rangeOfWord, rareFirst, termOf, wholeTerm } from '../../../../core/terms.ts'
import { fold, foldedWords } from '../../../../core/words.ts'
import { shown, viewer } from '../../access.ts'
import { courseCounts } from '../queries.ts'
import type { CourseQuery } from '../schemas.ts'
import { type Filter, visibleCourses } from './queries.ts'

/** Further than this no index leads quickly, and the page is read off the event loop. */
const furthest = 2_000
/** A long description adds no more words than these, so that a course costs little to keep. */
const mostWords = 300

/** No letter, so that no word of a search meets a category. */
const categoryMark = '#'
const categoryTerm = (category: string) => termOf(categoryMark + foldedName(category))
const foldedName = (category: string) => fold(category).replace(/\s+/g, ' ').trim()

/** What a course is found by. */
export function termsOf(course: { title: string; category: string; description: string }): string[] {
  const words = foldedWords(course.title, course.category, course.description).slice(0, mostWords)
  return [...new Set([categoryTerm(course.category), ...words.map(termOf)])]
}

export const listCourses = (ctx: Context, query: CourseQuery) =>
  page(query, async (slice) => {
    const filter = filterOf(ctx, query)
    const isFiltered = Object.keys(filter).length > 1
    const [rows, total] = await Promise.all([
      rowsOf(ctx, filter, slice, { sort: query.sort ?? 'recent', isFiltered }),
      isFiltered ? countFound(ctx, filter) : countAll(ctx),
    ])
    return { rows: rows.map(shown), total }
  })

/** Only what was asked for, because absent filters make a query of another shape. */
function filterOf({ actor }: Context, query: CourseQuery): Filter {
  const { search = '', category = '', level, price, instructor_id, mine = false } = query
  const asked = {
    terms: rangesOf(search, category),
    instructor_id: mine ? ownerOf(actor.id, instructor_id) : instructor_id,
    level,
    most: price === 'free' ? 0 : undefined,
    least: price === 'paid' ? 1 : undefined,
  }
  const present = Object.entries(asked).filter(([, value]) => value !== undefined)
  return { actor_id: actor.id, ...Object.fromEntries(present) }
}

function rangesOf(search: string, category: string): Range[] | undefined {
  const categories = foldedName(category) === '' ? [] : [wholeTerm(categoryTerm(category))]
  const ranges = [...categories, ...rareFirst(askedWords(search).map(rangeOfWord))]
  return ranges.length === 0 ? undefined : ranges
}

/** An id that no row has. */
const nobody = 0
const ownerOf = (actorId: number, asked = actorId) => (asked === actorId ? actorId : nobody)

interface How {
  sort: NonNullable<CourseQuery['sort']>
  isFiltered: boolean
}

function rowsOf(ctx: Context, filter: Filter, { limit, offset }: Slice, { sort, isFiltered }: How) {
  const asked = { ...filter, ...viewer(ctx), limit, offset, end: limit + offset }
  return isFiltered || offset > furthest
    ? visibleCourses.page.inBackground(ctx, asked, sort)
    : visibleCourses.page.all(ctx, asked, sort)
}

async function countFound(ctx: Context, filter: Filter): Promise<number> {
  const [counted] = await visibleCourses.count.inBackground(ctx, filter)
  return counted?.total ?? 0
}

async function countAll(ctx: Context): Promise<number> {
  const published = await courseCounts.published.one(ctx, {})
  const others = await visibleCourses.countOwnOthers.one(ctx, viewer(ctx))
  return published.total + others.total
}
