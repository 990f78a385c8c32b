import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, Label, Line, nullable, oneOf, Skills, Text, withDescription } from '#core/schema.ts'
import {
  computed,
  defaulted,
  defineRecord,
  hideableColumns,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'

export const CourseLevel = oneOf('beginner', 'intermediate', 'advanced')
export type CourseLevel = Static<typeof CourseLevel>

export const CourseStatus = withDescription(
  oneOf('draft', 'published', 'archived'),
  'Whether the course is a draft, published or archived.',
)
export type CourseStatus = Static<typeof CourseStatus>

const Picture = Type.String({
  format: 'web-address',
  spelling: 'address',
  maxLength: 2_000,
  description: 'The address of a picture, like the `url` of an uploaded one.',
})

const Price = Type.Number({
  minimum: 0,
  maximum: 100_000,
  description: 'In USD; 0 for a free course, else at least 0.50.',
})

const Instructor = Type.Object({ id: Id, name: Type.String(), profile_photo: nullable(Type.String()) })

/** The price is in minor units in the table. */
export const courseRecord = defineRecord('courses', {
  id: readOnly(Id),
  title: required(Line(200)),
  description: required(Text(20_000)),
  thumbnail: optional(nullable(Picture), null, {
    answer: nullable(Type.String({ description: 'The address of a picture.' })),
  }),
  category: optional(Label(100), ''),
  level: optional(CourseLevel, 'beginner'),
  price: optional(Price, 0, { answer: Amount }),
  currency: readOnly(Type.String({ description: 'ISO 4217.' }), { tracked: true }),
  instructor: computed(Instructor),
  prerequisites: computed(Type.Array(Id, { description: 'Courses to complete before this one.' })),
  sequential: optional(Type.Boolean(), false, {
    answer: Type.Boolean({ description: 'Whether a lesson opens once those before it are completed.' }),
  }),
  certificate_enabled: optional(Type.Boolean()),
  status: optional(CourseStatus, 'published'),
  skills: optional(Skills('The skills that completing it proves, in the words in which job posts ask for them.'), [], {
    answer: Type.Array(Type.String(), { description: 'The skills that completing it proves.' }),
  }),
  lessons_count: readOnly(Type.Integer()),
  duration_minutes: readOnly(Type.Integer({ description: 'Of all lessons together.' })),
  enrolled_count: readOnly(Type.Integer()),
  enrolled: computed(Type.Boolean({ description: 'Whether the caller is enrolled.' })),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  user_id: internal(Id, { tracked: true }),
  /** The title as lists are sorted by it. */
  title_key: internal(Type.String()),
  /** The category as lists are filtered by it. */
  category_key: internal(Type.String()),
  /** When learners are notified of changes; null without any. */
  announce_at: internal(nullable(DateTime)),
  ...hideableColumns,
  hidden_at: defaulted(nullable(DateTime), { tracked: true }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    courses: TableOf<typeof courseRecord>
  }
}
