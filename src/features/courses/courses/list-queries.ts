import { sql } from 'kysely'
import {
  chooseParts,
  countParts,
  type Extent,
  extent,
  limitToFirst,
  mergeParts,
  mostRowsRead,
  type Window,
} from '#database/query/merged-list.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { createTermQueries } from '#database/query/terms.ts'
import { createWordQueries, selectIdsMatchingWords, type WordSearch } from '#database/query/words.ts'
import type { CourseLevel } from '#database/tables/courses.ts'
import { selectCourseColumns, type Viewer } from './queries.ts'
import type { CourseSort } from './schemas.ts'

export interface Filter {
  /** Words that must all match. */
  words?: WordSearch | undefined
  instructor_id?: number | undefined
  category_key?: string | undefined
  level?: CourseLevel | undefined
  /** Minor units. */
  most?: number | undefined
  least?: number | undefined
}

const filters = ['words', 'instructor_id', 'category_key', 'level', 'most', 'least'] as const

const orders = {
  recent: { column: 'id', direction: 'desc' },
  popular: { column: 'enrolled_count', direction: 'desc' },
  title: { column: 'title_key', direction: 'asc' },
  price: { column: 'price', direction: 'asc' },
} as const

const sorts: readonly CourseSort[] = ['recent', 'popular', 'title', 'price']

function selectMatching(q: Builder, p: Filter) {
  let courses = q.selectFrom('courses')
  if (p.words !== undefined) courses = courses.where('id', 'in', selectIdsMatchingWords(p.words, 'course_words'))
  if (p.instructor_id !== undefined) courses = courses.where('user_id', '=', p.instructor_id)
  if (p.category_key !== undefined) courses = courses.where('category_key', '=', p.category_key)
  if (p.level !== undefined) courses = courses.where('level', '=', p.level)
  if (p.most !== undefined) courses = courses.where('price', '<=', p.most)
  return p.least === undefined ? courses : courses.where('price', '>=', p.least)
}

const selectPublished = (q: Builder, p: Filter) => selectMatching(q, p).where('status', '=', 'published')
const selectOwnUnpublished = (q: Builder, p: Filter & Viewer) =>
  selectMatching(q, p).where('user_id', '=', p.actor_id).where('status', 'in', ['draft', 'archived'])

/** Whether an index serves the courses of the category in the order. */
export const isInOrderOfCategory = ({ category_key }: Filter, sort: CourseSort = 'recent') =>
  category_key !== undefined && sort === 'recent'

const listParts = (q: Builder, p: Filter & Viewer, published = selectPublished(q, p)) => [
  { rows: published },
  { rows: selectOwnUnpublished(q, p) },
]

/** Published courses, or those among the first ones, of the category if its index has the order. */
function selectFirstPublished(q: Builder, p: Filter & Extent, sort: CourseSort) {
  if (p.reach === undefined) return selectPublished(q, p)
  const all = selectPublished(q, isInOrderOfCategory(p, sort) ? { category_key: p.category_key } : {})
  return limitToFirst(selectPublished(q, p), all, orders[sort], p.reach)
}

/** Courses that the actor sees in a list: all published ones and their own. */
export const visibleCourses = {
  page: prepare(
    (q, p: Filter & Viewer & Window & Extent, sort: CourseSort) => {
      const { direction } = orders[sort]
      const found = chooseParts(listParts(q, p, selectFirstPublished(q, p, sort)), p)
      // A cross join keeps this order on SQLite even with statistics from when there were few courses.
      return q
        .selectFrom(mergeParts(q, found, orders[sort], p).as('found'))
        .crossJoin('courses')
        .crossJoin('users as instructors')
        .select((eb) => selectCourseColumns(eb, p))
        .whereRef('courses.id', '=', 'found.id')
        .whereRef('instructors.id', '=', 'courses.user_id')
        .orderBy('found.place', direction)
        .orderBy('found.id', direction)
    },
    { optional: [...filters, ...extent], choices: sorts },
  ),

  count: prepare((q, p: Filter & Viewer) => countParts(q, listParts(q, p)), { optional: filters }),

  countOwnOthers: prepare((q, p: Filter & Viewer) => countParts(q, [{ rows: selectOwnUnpublished(q, p) }]), {
    optional: filters,
  }),

  /** Counts the courses of an instructor, up to a limit. */
  countOfInstructor: prepare((q, p: { instructor_id: number }) =>
    q
      .selectFrom(
        selectMatching(q, { instructor_id: p.instructor_id })
          .select('id')
          .limit(sql.lit(mostRowsRead + 1))
          .as('candidates'),
      )
      .select((e) => e.fn.countAll<number>().as('total')),
  ),
}

export const courseWords = createWordQueries('course_words')
export const courseSkills = createTermQueries('course_skills')
