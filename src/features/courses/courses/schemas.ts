import { type Static, type TSchema, Type } from 'typebox'
import { Amount, isAmount } from '#core/money.ts'
import type { FieldErrors } from '#core/problem.ts'
import {
  DateTime,
  Id,
  Label,
  Line,
  NonEmpty,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Skills,
  Text,
  withCondition,
  withDescription,
} from '#core/schema.ts'
import type { Sentence } from '#language/sentence.ts'
import { LessonInput, NewLesson, OutlineLesson } from '../lessons/schemas.ts'

const CourseLevel = oneOf('beginner', 'intermediate', 'advanced')
const CourseStatus = withDescription(
  oneOf('draft', 'published', 'archived'),
  'Whether the course is a draft, published or archived.',
)

const Instructor = Type.Object({
  id: Id,
  name: Type.String(),
  profile_photo: nullable(Type.String()),
})

export const Course = Type.Object(
  {
    id: Id,
    title: Type.String(),
    description: Type.String(),
    thumbnail: nullable(Type.String({ description: 'The address of a picture.' })),
    category: Type.String(),
    level: CourseLevel,
    price: Amount,
    currency: Type.String({ description: 'ISO 4217.' }),
    instructor: Instructor,
    prerequisites: Type.Array(Id, { description: 'Courses to complete before this one.' }),
    sequential: Type.Boolean({ description: 'Whether a lesson opens once those before it are completed.' }),
    certificate_enabled: Type.Boolean(),
    status: CourseStatus,
    skills: Type.Array(Type.String(), { description: 'The skills that completing it proves.' }),
    lessons_count: Type.Integer(),
    duration_minutes: Type.Integer({ description: 'Of all lessons together.' }),
    enrolled_count: Type.Integer(),
    enrolled: Type.Boolean({ description: 'Whether the caller is enrolled.' }),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Course' },
)
export type Course = Static<typeof Course>

export const CourseWithOutline = Type.Object(
  {
    ...Course.properties,
    lessons: Type.Array(OutlineLesson, { description: 'The lessons in their order, without their content.' }),
  },
  { title: 'CourseWithOutline' },
)
export type CourseWithOutline = Static<typeof CourseWithOutline>

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)

const details = {
  thumbnail: optional(
    nullable(
      Type.String({
        format: 'web-address',
        spelling: 'address',
        maxLength: 2_000,
        description: 'The address of a picture, like the `url` of an uploaded one.',
      }),
    ),
  ),
  category: optional(Label(100)),
  level: optional(CourseLevel),
  price: optional(
    Type.Number({
      minimum: 0,
      maximum: 100_000,
      description: 'In USD; 0 for a free course, else at least 0.50.',
    }),
  ),
  prerequisites: optional(
    Type.Array(Id, { maxItems: 50, description: 'All of them; they may not lead back to this course.' }),
  ),
  sequential: optional(Type.Boolean()),
  certificate_enabled: optional(Type.Boolean()),
  status: optional(CourseStatus),
  skills: optional(Skills('The skills that completing it proves, in the words in which job posts ask for them.')),
}

/** The minimum of payment gateways, in USD. */
const leastPrice = 0.5

const findPriceErrors = ({ price = 0 }: { price?: number }): FieldErrors => {
  if (!isAmount(price)) return { price: ['The price has too many decimal places.'] }
  return price === 0 || price >= leastPrice ? {} : { price: ['The price must be 0 or at least 0.50.'] }
}

export const NewCourse = withCondition(
  Type.Object(
    {
      title: Line(200),
      description: Text(20_000),
      ...details,
      lessons: optional(Type.Array(NewLesson, { maxItems: 500, description: 'The lessons, in their order.' })),
    },
    {
      title: 'NewCourse',
      description:
        'Without more it is published, free, for beginners, gives a certificate, and opens all lessons at once.',
    },
  ),
  findPriceErrors,
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
    title: optional(NonEmptyLine('title', 200)),
    description: optional(NonEmpty('description', 20_000)),
    ...details,
    lessons: optional(
      Type.Array(LessonInput, {
        maxItems: 500,
        description: 'With an `id` a lesson is changed, without one it is added; the others stay as they are.',
      }),
    ),
  }),
  (given) => ({ ...findPriceErrors(given), ...findLessonErrors(given) }),
)
export type CourseChange = Static<typeof CourseChange>

export const CourseSort = withDescription(
  oneOf('recent', 'popular', 'title', 'price'),
  'Newest first (the default), most learners, by title, or cheapest first.',
)
export type CourseSort = Static<typeof CourseSort>

export const CourseQuery = Type.Object({
  ...Paging,
  search: optional(
    Text(200, {
      description:
        'Beginnings of up to five words of title, category and description, all of which must be there. A single ' +
        'letter is a whole word.',
    }),
  ),
  category: optional(Text(100, { description: 'A whole category, without regard to case and accents.' })),
  level: optional(CourseLevel),
  price: optional(withDescription(oneOf('free', 'paid'), 'Only courses that are free, or that cost something.')),
  instructor_id: optional(Id),
  mine: optional(Type.Boolean({ description: 'Only those I teach, in any status.' })),
  sort: optional(CourseSort),
})
export type CourseQuery = Static<typeof CourseQuery>
