import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, Id, Paging, partial, withCondition, withDescription } from '#core/schema.ts'
import { type SavedSearchFilters, type SavedSearchKind, savedSearchRecord } from './record.ts'

export const SavedSearch = Type.Object(savedSearchRecord.answer, { title: 'SavedSearch' })
export type SavedSearch = Static<typeof SavedSearch>

/** The filters of one kind alone. */
const filtersOf: Record<SavedSearchKind, readonly (keyof SavedSearchFilters)[]> = {
  job_posts: ['remote', 'employment_type', 'experience_level', 'min_salary', 'company_id'],
  researchers: ['field', 'institution', 'country', 'availability', 'verified', 'min_experience'],
}

/** Returns the messages about filters that are not those of the kind. */
export function findFilterErrors({
  kind,
  filters = {},
}: {
  kind?: SavedSearchKind
  filters?: SavedSearchFilters
}): FieldErrors {
  if (kind === undefined) return {}
  const foreign = filtersOf[kind === 'job_posts' ? 'researchers' : 'job_posts']
  const wrong = foreign.filter((name) => filters[name] !== undefined)
  return Object.fromEntries(
    wrong.map((name) => [`filters.${name}`, ['This filter is not one of this kind of search.']]),
  )
}

export const NewSavedSearch = withCondition(
  Type.Object(savedSearchRecord.creation, { title: 'NewSavedSearch' }),
  findFilterErrors,
)
export type NewSavedSearch = Static<typeof NewSavedSearch>

const { kind: _, ...changeable } = savedSearchRecord.creation

export const SavedSearchChange = partial(Type.Object(changeable, { title: 'SavedSearchChange' }))
export type SavedSearchChange = Static<typeof SavedSearchChange>

export const SavedSearchQuery = Type.Object(Paging)
export type SavedSearchQuery = Static<typeof SavedSearchQuery>

export const SavedSearchMatch = Type.Object(
  {
    id: Id,
    title: Type.String({ description: 'The title of the job post, or the name of the researcher.' }),
    url: Type.String({ description: 'The path of this API where it is read.' }),
    found_at: withDescription(DateTime, 'When the search found it.'),
  },
  { title: 'SavedSearchMatch' },
)
export type SavedSearchMatch = Static<typeof SavedSearchMatch>
