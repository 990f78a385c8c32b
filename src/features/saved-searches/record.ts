import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

export const SavedSearchKind = withDescription(oneOf('job_posts', 'researchers'), 'What is searched.')
export type SavedSearchKind = Static<typeof SavedSearchKind>

const Frequency = withDescription(
  oneOf('instant', 'daily', 'weekly', 'never'),
  'How often new matches are sent: within minutes but at most once an hour, each day or each Monday at 6:00 UTC, or not at all. ' +
    'With `never` nothing is looked for.',
)
const only = (kind: SavedSearchKind, text: string) => `${text} Only for \`${kind}\`.`

export const SavedSearchFilters = Type.Partial(
  Type.Object({
    location: Text(200, { description: 'A part of the place: beginnings of its words for `job_posts`.' }),
    skill: Text(200, { description: 'A whole skill, without regard to case and accents.' }),
    remote: Type.Boolean({ description: only('job_posts', 'Whether the work can be done from anywhere.') }),
    employment_type: withDescription(
      oneOf('full_time', 'part_time', 'contract', 'internship', 'fellowship'),
      only('job_posts', 'The kind of employment.'),
    ),
    experience_level: withDescription(
      oneOf('entry', 'mid', 'senior', 'lead'),
      only('job_posts', 'How much experience the job asks for.'),
    ),
    min_salary: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description: only('job_posts', 'Posts that pay up to this or more, per year in whole units of their currency.'),
    }),
    company_id: withDescription(Id, only('job_posts', 'Posts of this company.')),
    field: Text(200, { description: only('researchers', 'A whole field of research.') }),
    institution: Text(200, { description: only('researchers', 'A whole name of an institution.') }),
    country: Text(200, { description: only('researchers', 'The country.') }),
    availability: withDescription(
      oneOf('available', 'busy', 'unavailable'),
      only('researchers', 'Researchers with this availability.'),
    ),
    verified: Type.Boolean({
      description: only('researchers', 'Researchers whom an administrator has verified, or others.'),
    }),
    min_experience: Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: only('researchers', 'Researchers with at least this many years of experience.'),
    }),
  }),
  { additionalProperties: false, description: 'Conditions besides the words; all that are given must hold.' },
)
export type SavedSearchFilters = Static<typeof SavedSearchFilters>

const describedQuery = Text(500, {
  description:
    'Words that must all be there, in any of their forms. "Quoted words" stand side by side, and a word with a minus must be absent. Nothing is ' +
    'guessed or corrected. Empty to look for all that the filters let through.',
})

export const savedSearchRecord = defineRecord('saved_searches', {
  id: readOnly(Id),
  // It never changes.
  kind: required(SavedSearchKind, { tracked: false }),
  query: optional(describedQuery, ''),
  filters: optional(SavedSearchFilters, {}),
  frequency: optional(Frequency, 'daily'),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  last_digest_at: readOnly(
    withDescription(nullable(DateTime), 'When matches were sent the last time; null before the first.'),
  ),
  user_id: internal(Id),
  /** What is published from then on is new. */
  since: internal(DateTime),
  /** When the next digest is due; null while nothing new was found. */
  due_at: internal(nullable(DateTime)),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    saved_searches: TableOf<typeof savedSearchRecord>
  }
}
