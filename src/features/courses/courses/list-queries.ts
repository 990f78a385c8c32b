import type { Range } from '#core/terms.ts'
import { countParts, mergeParts, type Window } from '#database/query/merged-list.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { createTermQueries, idsMatchingTerms } from '#database/query/terms.ts'
import type { CourseLevel } from '#database/tables/courses.ts'
import { columns, type Viewer } from './queries.ts'
import type { CourseSort } from './schemas.ts'

export interface Filter {
  /** Ranges that must all match. */
  terms?: Range[] | undefined
  instructor_id?: number | undefined
  level?: CourseLevel | undefined
  /** Minor units. */
  most?: number | undefined
  least?: number | undefined
}

const filters = ['terms', 'instructor_id', 'level', 'most', 'least'] as const

const orders = {
  recent: { column: 'id', direction: 'desc' },
  popular: { column: 'enrolled_count', direction: 'desc' },
  title: { column: 'title_key', direction: 'asc' },
  price: { column: 'price', direction: 'asc' },
} as const

const sorts: readonly CourseSort[] = ['recent', 'popular', 'title', 'price']

function selectMatching(q: Builder, p: Filter) {
  let courses = q.selectFrom('courses')
  if (p.terms !== undefined) courses = courses.where('id', 'in', idsMatchingTerms(p.terms, 'course_terms'))
  if (p.instructor_id !== undefined) courses = courses.where('user_id', '=', p.instructor_id)
  if (p.level !== undefined) courses = courses.where('level', '=', p.level)
  if (p.most !== undefined) courses = courses.where('price', '<=', p.most)
  return p.least === undefined ? courses : courses.where('price', '>=', p.least)
}

const selectPublished = (q: Builder, p: Filter) => selectMatching(q, p).where('status', '=', 'published')
const selectOwnUnpublished = (q: Builder, p: Filter & Viewer) =>
  selectMatching(q, p).where('user_id', '=', p.actor_id).where('status', '!=', 'published')
const listParts = (q: Builder, p: Filter & Viewer) => [
  { rows: selectPublished(q, p) },
  { rows: selectOwnUnpublished(q, p) },
]

/** Courses that the actor sees in a list: all published ones and their own. */
export const visibleCourses = {
  page: prepare(
    (q, p: Filter & Viewer & Window, sort: CourseSort) => {
      const { direction } = orders[sort]
      // A cross join keeps this order on SQLite even with statistics from when there were few courses.
      return q
        .selectFrom(mergeParts(q, listParts(q, p), orders[sort], p).as('found'))
        .crossJoin('courses')
        .crossJoin('users as instructors')
        .select((eb) => columns(eb, p))
        .whereRef('courses.id', '=', 'found.id')
        .whereRef('instructors.id', '=', 'courses.user_id')
        .orderBy('found.place', direction)
        .orderBy('found.id', direction)
    },
    { optional: filters, choices: sorts },
  ),

  count: prepare((q, p: Filter & Viewer) => countParts(q, listParts(q, p)), { optional: filters }),

  countOwnOthers: prepare((q, { actor_id }: Viewer) =>
    countParts(q, [{ rows: selectOwnUnpublished(q, { actor_id }) }]),
  ),
}

export const courseTerms = createTermQueries('course_terms')
export const courseSkills = createTermQueries('course_skills')
