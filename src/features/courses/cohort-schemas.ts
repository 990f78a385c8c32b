/** Cohorts: groups of learners that begin a course together. */

import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, withDescription } from '#core/schema.ts'

const fields = {
  title: Line(200, { description: 'The title.' }),
  starts_at: withDescription(DateTime, 'When its learners begin, from which the days of lessons count.'),
  ends_at: withDescription(nullable(DateTime), 'Until when people can enroll in it; null for no end.'),
  capacity: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'The greatest number of learners; null for no limit.',
    }),
  ),
}

export const Cohort = Type.Object(
  {
    id: Id,
    ...fields,
    title: Type.String({ description: 'The title.' }),
    enrolled_count: Type.Integer({ description: 'The number of learners, with those whose payment is pending.' }),
  },
  { title: 'Cohort' },
)
export type Cohort = Static<typeof Cohort>

export const CohortInput = Type.Object(
  {
    id: Type.Optional(withDescription(Id, 'Of the cohort that is changed; without it a cohort is added.')),
    title: fields.title,
    starts_at: fields.starts_at,
    ends_at: Type.Optional(fields.ends_at),
    capacity: Type.Optional(fields.capacity),
  },
  { title: 'CohortInput' },
)
export type CohortInput = Static<typeof CohortInput>

/** The most cohorts of a course. */
export const maxCohorts = 200

export const Cohorts = Type.Array(CohortInput, {
  maxItems: maxCohorts,
  description:
    'All of them; one that is left out is removed, unless it has learners. People enroll in one: the one that they name, or the first ' +
    'that has not ended and has a free seat.',
})

/** The cohort that a person is enrolled in. */
export const CohortChoice = withDescription(
  Id,
  'A cohort of the course; without it the first that has not ended and has a free seat.',
)
