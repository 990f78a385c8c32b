import { type Static, Type } from 'typebox'
import { Id, nullable, oneOf, Paging, Text } from '#core/schema.ts'
import { cardFields } from '#features/researchers/index.ts'

/** One text or several. */
const Any = Type.Unsafe<string | string[]>({
  type: ['array', 'string'],
  items: { type: 'string', maxLength: 200 },
  maxItems: 10_000,
  maxLength: 200,
  description: 'One text, or a list of which any will do.',
})

const Availability = Type.Unsafe<string | string[]>({
  type: ['array', 'string'],
  items: { type: 'string', enum: ['available', 'busy', 'unavailable'] },
  maxItems: 10_000,
  pattern: '^(available|busy|unavailable)$',
  sentence: 'The selected availability is invalid.',
})

export const SearchFilters = Type.Partial(
  Type.Object({
    verified: Type.Boolean(),
    search: Text(500, { description: 'More words that must be found.' }),
    field: Any,
    skill: Any,
    institution: Any,
    country: Any,
    location: Any,
    availability: Availability,
    min_experience: Type.Integer({ minimum: 0, maximum: 1_000 }),
    sort: oneOf('relevance', 'recent', 'experience', 'name'),
  }),
)
export type SearchFilters = Static<typeof SearchFilters>

export const Search = Type.Object({
  ...Paging,
  query: Type.Optional(
    Text(500, {
      description:
        'Words; "quoted phrases"; -excluded words, also as `without`, `not in`, `outside`; fields, skills, institutions ' +
        'and countries by name or demonym; `5+ years`, `fewer than 5 years`, `between 5 and 10 years`, `h-index over 20`; ' +
        '`available`, `verified`. Empty to browse.',
    }),
  ),
  literal: Type.Optional(
    Type.Boolean({
      description:
        'Searches for the words as they are: nothing is corrected, completed, abbreviated or understood. Quoted phrases and ' +
        '-excluded words still count. Use it to undo what `interpreted` says.',
    }),
  ),
  source: Type.Optional(Text(100, { description: 'Where in your interface the search was made.' })),
  filters: Type.Optional(SearchFilters),
})
export type Search = Static<typeof Search>

const Counted = Type.Object({ name: Type.String(), count: Type.Integer() })
const Texts = Type.Array(Type.String())

const Interpreted = Type.Object({
  words: Type.Array(Type.String(), { description: 'Words that were looked for everywhere.' }),
  phrases: Texts,
  excluded: Texts,
  fields: Texts,
  skills: Texts,
  institutions: Texts,
  countries: Texts,
  regions: Type.Array(Type.String(), {
    description: 'Regions of the world, such as "east africa"; they stand for their countries.',
  }),
  abbreviations: Type.Array(Type.Object({ short: Type.String(), meaning: Type.String() })),
  corrections: Type.Array(Type.Object({ typed: Type.String(), meant: Type.String() }), {
    description: 'Every word that was guessed for a misspelled or unfinished one and by which somebody was found.',
  }),
  ignored: Type.Array(Type.String(), {
    description:
      'Words that only frame the question, such as "who has published on", and degrees; they were not looked for.',
  }),
  not_understood: Type.Array(Type.String(), {
    description: 'Words for which nothing was found in any profile.',
  }),
  min_experience: nullable(Type.Integer()),
  max_experience: nullable(Type.Integer({ description: 'At most so many years of experience.' })),
  min_h_index: nullable(Type.Integer({ description: 'At least this h-index.' })),
  max_h_index: nullable(Type.Integer({ description: 'At most this h-index.' })),
  availability: nullable(Type.String()),
  verified: Type.Boolean(),
  all_words: Type.Boolean({
    description: 'False if no profile matches the whole query and the nearest results are returned.',
  }),
  full_matches: Type.Integer({
    description:
      'How many results match the whole query. If these are fewer than 20, people who match a part of it follow, up to 20 results.',
  }),
})
export type Interpreted = Static<typeof Interpreted>

const Highlight = Type.Object({
  field: Type.String(),
  text: Type.String({ description: 'HTML-escaped, with what was found in `<mark>`.' }),
})

export const SearchResult = Type.Object(
  {
    researchers: Type.Array(
      Type.Object({
        ...cardFields,
        score: Type.Number({ description: 'From 0 to 1.' }),
        matched_fields: Type.Array(Type.String()),
        highlights: Type.Array(Highlight),
      }),
    ),
    insights: Type.Object({
      top_skills: Type.Array(Counted),
      top_fields: Type.Array(Counted),
      top_institutions: Type.Array(Counted),
      top_countries: Type.Array(Counted),
      verified_count: Type.Integer(),
      average_years_experience: Type.Number(),
      sampled: Type.Boolean({
        description: 'True when they are estimated from a fair sample of the matches.',
      }),
      interpreted: Interpreted,
    }),
    suggestions: Type.Array(Type.String(), {
      description: 'Up to 8 queries that have results: corrected spelling first, then narrower and related ones.',
    }),
    total: Type.Integer(),
    search_time_ms: Type.Integer(),
    search_id: Type.String({ description: 'Names this search when a click is told.' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
  },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'At most 100 are served.' }),
)

export const SuggestionQuery = Type.Object({
  q: Type.Optional(Text(200, { description: 'What was typed so far; popular queries without it.' })),
  limit,
})
export type SuggestionQuery = Static<typeof SuggestionQuery>

export const Suggestion = Type.Object({
  text: Type.String(),
  type: oneOf('researcher', 'skill', 'field', 'institution', 'query'),
})
export type Suggestion = Static<typeof Suggestion>

export const ListQuery = Type.Object({ limit })
export type ListQuery = Static<typeof ListQuery>

export const Category = Type.Object({ name: Type.String(), researchers_count: Type.Integer() })
export const PopularQuery = Type.Object({ query: Type.String(), count: Type.Integer() })

export const Click = Type.Object({
  query: Text(500),
  researcher_id: Id,
  position: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'The place in the results, from 1.',
  }),
  search_id: Type.Optional(nullable(Text(100))),
})
export type Click = Static<typeof Click>
