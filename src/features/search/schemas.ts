import { type Static, Type } from 'typebox'
import { Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { cardFields } from '#features/researchers/index.ts'
import { Highlight } from '#features/search-index/index.ts'

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
  maxLength: 16,
  sentence: 'The selected availability is invalid.',
  description: 'Only people with this availability, or one of several.',
})

export const SearchFilters = Type.Partial(
  Type.Object({
    verified: Type.Boolean({ description: 'Only researchers whom an administrator has verified, or only others.' }),
    search: Text(500, { description: 'More words that must be found.' }),
    field: Any,
    skill: Any,
    institution: Any,
    country: Any,
    location: Any,
    availability: Availability,
    min_experience: Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'Only people with at least this many years of experience.',
    }),
    sort: withDescription(
      oneOf('relevance', 'recent', 'experience', 'name'),
      'Best match first (the default), newest, most experience, or by name.',
    ),
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
  filters: Type.Optional(
    withDescription(
      SearchFilters,
      'Conditions for results, as in the list of researchers; an array means any of its values.',
    ),
  ),
})
export type Search = Static<typeof Search>

const Counted = Type.Object({
  name: Type.String({ description: 'The name.' }),
  count: Type.Integer({ description: 'The number of items.' }),
})
const Texts = Type.Array(Type.String())

const Interpreted = Type.Object({
  words: Type.Array(Type.String(), { description: 'Words that were looked for everywhere.' }),
  phrases: withDescription(Texts, 'Phrases that must occur exactly.'),
  excluded: withDescription(Texts, 'Words that must not occur.'),
  fields: withDescription(Texts, 'Fields of research that were understood.'),
  skills: withDescription(Texts, 'Skills that were understood.'),
  institutions: withDescription(Texts, 'The institutions that the query names.'),
  countries: withDescription(Texts, 'The countries that the query names.'),
  regions: Type.Array(Type.String(), {
    description: 'Regions of the world, such as "east africa"; they stand for their countries.',
  }),
  abbreviations: withDescription(
    Type.Array(
      Type.Object({
        short: Type.String({ description: 'The abbreviation.' }),
        meaning: Type.String({ description: 'What it stands for.' }),
      }),
    ),
    'The abbreviations that were expanded.',
  ),
  corrections: Type.Array(
    Type.Object({
      typed: Type.String({ description: 'The word, as it was typed.' }),
      meant: Type.String({ description: 'The word that was searched for instead.' }),
    }),
    {
      description: 'Every word that was guessed for a misspelled or unfinished one and by which somebody was found.',
    },
  ),
  ignored: Type.Array(Type.String(), {
    description:
      'Words that only frame the question, such as "who has published on", and degrees; they were not looked for.',
  }),
  not_understood: Type.Array(Type.String(), {
    description: 'Words for which nothing was found in any profile.',
  }),
  min_experience: withDescription(nullable(Type.Integer()), 'Only people with at least this many years of experience.'),
  max_experience: nullable(Type.Integer({ description: 'At most so many years of experience.' })),
  min_h_index: nullable(Type.Integer({ description: 'At least this h-index.' })),
  max_h_index: nullable(Type.Integer({ description: 'At most this h-index.' })),
  availability: nullable(Type.String({ description: 'The availability that was understood; null without one.' })),
  verified: Type.Boolean({ description: 'Whether only verified researchers were asked for.' }),
  all_words: Type.Boolean({
    description: 'False if no profile matches the whole query and the nearest results are returned.',
  }),
  full_matches: Type.Integer({
    description:
      'How many results match the whole query. If these are fewer than 20, people who match a part of it follow, up to 20 results.',
  }),
})
export type Interpreted = Static<typeof Interpreted>

export const SearchResult = Type.Object(
  {
    researchers: withDescription(
      Type.Array(
        Type.Object({
          ...cardFields,
          score: Type.Number({ description: 'From 0 to 1.' }),
          matched_fields: withDescription(Type.Array(Type.String()), 'The parts of the profile that matched.'),
          highlights: withDescription(Type.Array(Highlight), 'Passages that matched, with `<mark>` around the words.'),
        }),
      ),
      'The researchers on this page, the best match first.',
    ),
    insights: withDescription(
      Type.Object({
        top_skills: withDescription(Type.Array(Counted), 'The most frequent skills.'),
        top_fields: withDescription(Type.Array(Counted), 'The most frequent fields.'),
        top_institutions: withDescription(Type.Array(Counted), 'The most frequent institutions.'),
        top_countries: withDescription(Type.Array(Counted), 'The most frequent countries.'),
        verified_count: Type.Integer({ description: 'The number of verified researchers.' }),
        average_years_experience: Type.Number({ description: 'The mean of the years of experience.' }),
        sampled: Type.Boolean({
          description: 'True when they are estimated from a fair sample of the matches.',
        }),
        interpreted: withDescription(Interpreted, 'How the query was interpreted.'),
      }),
      'Figures about all matches.',
    ),
    suggestions: Type.Array(Type.String(), {
      description: 'Up to 8 queries that have results: corrected spelling first, then narrower and related ones.',
    }),
    total: Type.Integer(),
    search_time_ms: Type.Integer({ description: 'The duration of the search, in milliseconds.' }),
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
  text: Type.String({ description: 'The text.' }),
  type: withDescription(oneOf('researcher', 'skill', 'field', 'institution', 'query'), 'What the text is.'),
})
export type Suggestion = Static<typeof Suggestion>

export const ListQuery = Type.Object({ limit })
export type ListQuery = Static<typeof ListQuery>

export const Category = Type.Object({
  name: Type.String({ description: 'The name.' }),
  researchers_count: Type.Integer({ description: 'The number of researchers.' }),
})
export const PopularQuery = Type.Object({
  query: Type.String({ description: 'The query, as it was typed.' }),
  count: Type.Integer({ description: 'The number of items.' }),
})

export const Click = Type.Object({
  query: withDescription(Text(500), 'The query, as it was typed.'),
  researcher_id: Id,
  position: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'The place in the results, from 1.',
  }),
  search_id: Type.Optional(nullable(Text(100))),
})
export type Click = Static<typeof Click>
