/** The list of courses that an actor sees: published ones for everybody, those with them on the roster, and their own. */

import { defineList } from '#database/list/define-list.ts'
import type { FilterOf } from '#database/list/definition.ts'
import { integerList } from '#database/query/expressions.ts'
import { createTermQueries } from '#database/query/terms.ts'
import { selectColumns, type Viewer } from './queries.ts'
import type { CourseLevel } from './record.ts'
import { courseRights } from './rights.ts'

export const courseSkills = createTermQueries('course_skills')

interface CountFilter {
  level?: CourseLevel | undefined
  most?: number | undefined
  least?: number | undefined
}

/** The values of the counters: a course is free, or costs at least one minor unit. */
const values = [
  { column: 'level', filter: ({ level }: CountFilter) => level },
  {
    column: 'price',
    words: { value: 0, is: 'free', not: 'paid' },
    filter: ({ most, least }: CountFilter) => (most === 0 ? 'free' : least === undefined ? undefined : 'paid'),
  },
]

export const courseList = defineList({
  table: 'courses',
  filters: {
    ids: (courses, ids: readonly number[]) => courses.where('id', 'in', integerList(ids)),
    instructor_id: (courses, id: number) => courses.where('user_id', '=', id),
    category_key: (courses, key: string) => courses.where('category_key', '=', key),
    level: (courses, level: CourseLevel) => courses.where('level', '=', level),
    /** Bounds of the price in minor units. */
    most: (courses, price: number) => courses.where('price', '<=', price),
    least: (courses, price: number) => courses.where('price', '>=', price),
  },
  sorts: {
    /** Without words, the newest come first; with words, their index orders the rows. */
    relevance: { column: 'id', direction: 'desc' },
    recent: { column: 'id', direction: 'desc' },
    popular: { column: 'enrolled_count', direction: 'desc' },
    title: { column: 'title_key', direction: 'asc' },
    price: { column: 'price', direction: 'asc' },
  },
  parts: {
    published: {
      where: (courses) => courses.where('status', '=', 'published').where('access', '=', 'everyone'),
      counted: { status: 'published', access: 'everyone' },
      counters: [
        { name: 'courses.published', values },
        { name: 'courses.published.category', group: ['category_key'], values },
      ],
    },
    ownOthers: {
      where: (courses, { actor_id }: Viewer) =>
        courses.where('user_id', '=', actor_id).where('status', 'in', ['draft', 'archived']),
    },
    ownInvited: {
      where: (courses, { actor_id }: Viewer) =>
        courses.where('user_id', '=', actor_id).where('access', '=', 'invited').where('status', '=', 'published'),
      areFew: true,
    },
    invited: {
      where: (courses, viewer: Viewer) =>
        courses
          .where(courseRights.relates('invited', viewer))
          .where('status', '=', 'published')
          .where('id', 'in', (eb) =>
            eb.selectFrom('course_roster_entries').select('object_id').where('user_id', '=', viewer.actor_id),
          )
          .where('user_id', '!=', viewer.actor_id),
      areFew: true,
    },
  },
  views: { visible: ['published', 'ownOthers', 'ownInvited', 'invited'] },
  narrow: ['instructor_id'],
  served: (sort) => (sort === 'recent' || sort === 'relevance' ? ['category_key'] : []),
  // A cross join keeps this order on SQLite even with statistics from when there were few courses.
  select: (q, viewer: Viewer, found, direction) =>
    q
      .selectFrom(found)
      .crossJoin('courses')
      .crossJoin('users as instructors')
      .select((eb) => selectColumns(eb, viewer))
      .whereRef('courses.id', '=', 'found.id')
      .whereRef('instructors.id', '=', 'courses.user_id')
      .orderBy('found.place', direction)
      .orderBy('found.id', direction),
})

export type CourseFilter = FilterOf<(typeof courseList)['filters']>
