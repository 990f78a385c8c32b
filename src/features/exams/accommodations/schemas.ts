import { type Static, Type } from 'typebox'
import { DateTime, Id, Named, nullable, Paging, partial, Text, withCondition, withDescription } from '#core/schema.ts'

const factorLimits = { minimum: 1, maximum: 4 }
const Factor = Type.Number({
  ...factorLimits,
  description: 'The usual time times this, from 1.0 to 4.0; hundredths count.',
})
const Note = Text(1_000, {
  description: 'Why, for the owner of the exam and administrators. The person does not see it.',
})
const From = withDescription(
  nullable(DateTime),
  'The first moment at which the person can start; null for the one of the exam.',
)
const Until = withDescription(
  nullable(DateTime),
  'The last moment at which the person can start; null for the one of the exam.',
)

const terms = {
  extra_minutes: Type.Integer({
    minimum: 0,
    maximum: 10_080,
    description: 'Minutes in addition to the duration of the exam. The larger of this and `factor` counts.',
  }),
  factor: Factor,
  extra_attempts: Type.Integer({ minimum: 0, maximum: 1_000, description: 'Attempts in addition to `max_attempts`.' }),
  available_from: From,
  available_until: Until,
}

/** What one person gets at an exam that others do not. */
export const Accommodation = Type.Object(
  {
    id: Id,
    exam_id: Id,
    user: withDescription(Named, 'The person.'),
    ...terms,
    note: Type.Optional(withDescription(Note, 'Why. Left out where the person reads it.')),
    created_at: withDescription(DateTime, 'When it was given.'),
    updated_at: withDescription(DateTime, 'When it was last changed.'),
  },
  { title: 'ExamAccommodation' },
)
export type Accommodation = Static<typeof Accommodation>

const input = partial(Type.Object({ ...terms, note: Note })).properties

const checkWindow = ({
  available_from,
  available_until,
}: {
  available_from?: string | null
  available_until?: string | null
}) =>
  available_from && available_until && available_until <= available_from
    ? { available_until: ['The exam must close after it opens.' as const] }
    : {}

export const NewAccommodation = withCondition(
  Type.Object(
    { user_id: withDescription(Id, 'The person.'), ...input },
    { title: 'NewExamAccommodation', description: 'What is left out is as the exam has it.' },
  ),
  checkWindow,
)
export type NewAccommodation = Static<typeof NewAccommodation>

export const AccommodationChange = withCondition(Type.Object(input), checkWindow)
export type AccommodationChange = Static<typeof AccommodationChange>

export const AccommodationQuery = Type.Object(Paging)
export type AccommodationQuery = Static<typeof AccommodationQuery>

/** More time for a person at every exam. */
export const UserAccommodation = Type.Object(
  {
    factor: withDescription(Factor, 'The usual time times this; 1 without an accommodation.'),
    note: Type.Optional(Text(1_000, { description: 'Why, for administrators. Left out where the person reads it.' })),
    updated_at: withDescription(nullable(DateTime), 'When it was last changed; null if it never was.'),
  },
  { title: 'UserAccommodation' },
)
export type UserAccommodation = Static<typeof UserAccommodation>

export const UserAccommodationChange = Type.Object({
  factor: Factor,
  note: Type.Optional(Text(1_000, { description: 'Why, for administrators. The person does not see it.' })),
})
export type UserAccommodationChange = Static<typeof UserAccommodationChange>

export const Extension = Type.Object({
  minutes: Type.Integer({
    minimum: 1,
    maximum: 1_440,
    description: 'How many minutes each candidate who is writing gets.',
  }),
  reason: withDescription(
    Type.String({ minLength: 1, maxLength: 500 }),
    'Why, for those who are writing, such as a failure of the network.',
  ),
})
export type Extension = Static<typeof Extension>

export const Extended = Type.Object({
  attempts: Type.Integer({ description: 'The number of running attempts that got more time.' }),
})
export type Extended = Static<typeof Extended>
