import { type Static, Type } from 'typebox'
import { NewPrices } from '#core/prices.ts'
import type { FieldErrors } from '#core/problem.ts'
import { Id, oneOf, Paging, Text, withCondition, withDescription } from '#core/schema.ts'
import { describeSearch, relevanceOrder } from '#features/search-index/index.ts'
import type { Sentence } from '#language/sentence.ts'
import { Cohort, Cohorts } from './cohort-schemas.ts'
import { LessonInput, NewLesson, OutlineLesson } from './lessons/schemas.ts'
import { CourseLevel, courseRecord } from './record.ts'

export const Course = Type.Object(courseRecord.answer, { title: 'Course' })
export type Course = Static<typeof Course>

export const CourseWithOutline = Type.Object(
  {
    ...Course.properties,
    cohorts: Type.Array(Cohort, {
      description: 'The cohorts, by their start; empty where people begin when they enroll.',
    }),
    lessons: Type.Array(OutlineLesson, { description: 'The lessons in their order, without their content.' }),
  },
  { title: 'CourseWithOutline' },
)
export type CourseWithOutline = Static<typeof CourseWithOutline>

const optional = Type.Optional

const prerequisites = optional(
  Type.Array(Id, { maxItems: 50, description: 'All of them; they may not lead back to this course.' }),
)

export const NewCourse = Type.Object(
  {
    ...courseRecord.creation,
    prices: optional(NewPrices),
    prerequisites,
    cohorts: optional(Cohorts),
    lessons: optional(Type.Array(NewLesson, { maxItems: 500, description: 'The lessons, in their order.' })),
  },
  {
    title: 'NewCourse',
    description:
      'Without more it is published, free, for beginners, gives a certificate, and opens all lessons at once.',
  },
)
export type NewCourse = Static<typeof NewCourse>

/** A lesson is listed once, and a new one has a title. */
function findLessonErrors({ lessons = [] }: { lessons?: readonly LessonInput[] }): FieldErrors {
  const errors: Record<string, Sentence[]> = {}
  for (const [index, { id, title }] of lessons.entries()) {
    if (id === undefined && title === undefined) errors[`lessons.${index}.title`] = ['The title field is required.']
    if (id !== undefined && lessons.findIndex((one) => one.id === id) < index)
      errors[`lessons.${index}.id`] = ['The selected id is invalid.']
  }
  return errors
}

export const CourseChange = withCondition(
  Type.Object({
    ...courseRecord.change,
    prices: optional(NewPrices),
    prerequisites,
    cohorts: optional(Cohorts),
    lessons: optional(
      Type.Array(LessonInput, {
        maxItems: 500,
        description: 'With an `id` a lesson is changed, without one it is added; the others stay as they are.',
      }),
    ),
  }),
  findLessonErrors,
)
export type CourseChange = Static<typeof CourseChange>

const CourseSort = withDescription(
  oneOf('relevance', 'recent', 'popular', 'title', 'price'),
  `${relevanceOrder}, newest first (the default otherwise), most learners, by title, or cheapest first, by the number of the first price.`,
)

export const CourseQuery = Type.Object({
  ...Paging,
  search: optional(Text(200, { description: describeSearch('title, category and description') })),
  category: optional(Text(100, { description: 'A whole category, without regard to case and accents.' })),
  level: withDescription(optional(CourseLevel), 'The level of difficulty.'),
  price: optional(withDescription(oneOf('free', 'paid'), 'Only courses that are free, or that cost something.')),
  instructor_id: optional(Id),
  mine: optional(Type.Boolean({ description: 'Only those I teach, in any status.' })),
  sort: optional(CourseSort),
})
export type CourseQuery = Static<typeof CourseQuery>
