import { type Static, Type } from 'typebox'
import { Amount, Currency } from '#core/money.ts'
import { Prices, StoredPrices } from '#core/prices.ts'
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
import { Highlights } from '#features/search-index/lists/schemas.ts'

export const CourseLevel = oneOf('beginner', 'intermediate', 'advanced')
export type CourseLevel = Static<typeof CourseLevel>

const CourseStatus = withDescription(
  oneOf('draft', 'published', 'archived'),
  'Whether the course is a draft, published or archived.',
)

const Picture = Type.String({
  format: 'web-address',
  spelling: 'address',
  maxLength: 2_000,
  description: 'The address of a picture, like the `url` of an uploaded one.',
})

const Price = withDescription(
  Amount,
  'In units of the currency, with its decimal places (ISO 4217); 0 for a free course, else at least 0.50, or 50 where there are no cents.',
)

const Instructor = Type.Object({
  id: Id,
  name: Type.String({ description: 'The name.' }),
  profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
})

/** Prices are in minor units in the table. */
export const courseRecord = defineRecord('courses', {
  id: readOnly(Id),
  title: required(withDescription(Line(200), 'The title.')),
  description: required(withDescription(Text(20_000), 'The description.')),
  thumbnail: optional(nullable(Picture), null, {
    answer: nullable(Type.String({ description: 'The address of a picture.' })),
  }),
  category: optional(withDescription(Label(100), 'The category, in free words.'), ''),
  level: optional(withDescription(CourseLevel, 'The level of difficulty.'), 'beginner'),
  price: optional(Price, 0, {
    answer: withDescription(
      Amount,
      'The price in units of the currency, with its decimal places (ISO 4217); 0 when free.',
    ),
  }),
  currency: optional(Currency, 'USD', { answer: Type.String({ description: 'The currency, an ISO 4217 code.' }) }),
  prices: computed(Prices),
  other_prices: defaulted(StoredPrices, { tracked: true }),
  instructor: computed(withDescription(Instructor, 'The author of the course.')),
  prerequisites: computed(Type.Array(Id, { description: 'Courses to complete before this one.' })),
  sequential: optional(
    Type.Boolean({ description: 'Whether each lesson opens after the one before is completed.' }),
    false,
    {
      answer: Type.Boolean({ description: 'Whether a lesson opens once those before it are completed.' }),
    },
  ),
  certificate_enabled: optional(
    Type.Boolean({ description: 'Whether passing or completing it awards a certificate.' }),
  ),
  status: optional(CourseStatus, 'published'),
  access: optional(
    withDescription(
      oneOf('everyone', 'invited'),
      'Who may read and take it: `everyone` who is signed in, or only the `invited` people on its roster; for all others it does not exist.',
    ),
    'everyone',
  ),
  skills: optional(Skills('The skills that completing it proves, in the words in which job posts ask for them.'), [], {
    answer: Type.Array(Type.String(), { description: 'The skills that completing it proves.' }),
  }),
  lessons_count: readOnly(Type.Integer({ description: 'The number of lessons.' })),
  duration_minutes: readOnly(Type.Integer({ description: 'Of all lessons together.' })),
  enrolled_count: readOnly(Type.Integer({ description: 'The number of enrolled people.' })),
  enrolled: computed(Type.Boolean({ description: 'Whether the caller is enrolled.' })),
  highlights: computed(Highlights),
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
  hidden_at: defaulted(withDescription(nullable(DateTime), 'When it was hidden; null unless it is.'), {
    tracked: true,
  }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    courses: TableOf<typeof courseRecord>
  }
}
