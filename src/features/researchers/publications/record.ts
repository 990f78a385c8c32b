import { workTypes } from '@research-platform/bibliographies/work'
import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, oneOf, singleLine, Text, withDescription } from '#core/schema.ts'
import { defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

/** The types of works in CSL 1.0.2, https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types. */
const WorkType = withDescription(
  oneOf(...workTypes),
  'The type of the work, in the words of CSL 1.0.2; `document` for others. A preprint is an `article`, a paper in a journal an `article-journal`.',
)

const PublicationSource = withDescription(
  oneOf('manual', 'crossref', 'datacite', 'orcid', 'bibtex', 'ris', 'csl_json'),
  'Where the content comes from: typed, a registration agency of DOIs, the ORCID record, or a file.',
)

/** The longest names of authors. */
export const longestGiven = 200
export const longestFamily = 300

const given = 'The given names; empty for a group.'
const family = 'The family name with its particles, like `van der Berg`, or the name of a group.'

const NewAuthor = Type.Object({
  given: Type.Optional(withDescription(Line(longestGiven), given)),
  family: Type.String({
    minLength: 1,
    maxLength: longestFamily,
    visible: true,
    pattern: singleLine,
    description: family,
  }),
  orcid: Type.Optional(
    nullable(
      Type.String({
        maxLength: 100,
        spelling: 'orcid',
        description: 'The ORCID iD of the author; its last digit is checked.',
      }),
    ),
  ),
})

export const Author = Type.Object(
  {
    given: Type.String({ description: given }),
    family: Type.String({ description: family }),
    orcid: withDescription(nullable(Type.String()), 'The ORCID iD of the author; null when unknown.'),
  },
  { title: 'PublicationAuthor' },
)
export type Author = Static<typeof Author>

/** The most authors that are stored of a work. */
export const maxAuthors = 100

export const earliestYear = 1000
export const latestYear = 2200
export const longestTitle = 1_000
export const longestContainer = 500
export const longestAbstract = 5_000
export const longestUrl = 2_000
export const longestDoi = 200

/** A DOI as it is sent. */
export const NewDoi = Type.String({
  maxLength: longestDoi,
  spelling: 'doi',
  description: 'Also as an address, like https://doi.org/10.1000/182. Stored in lower case.',
  pattern: '^10\\.[^\\s/]+/\\S+$',
  sentence: 'The DOI must be like 10.1000/182.',
})

const date = 'The day or month, like `2026-11-21` or `2026-11`; null when only the year is known.'

export const publicationRecord = defineRecord('publications', {
  id: readOnly(Id),
  title: required(withDescription(Line(longestTitle), 'The title.')),
  authors: optional(
    Type.Array(NewAuthor, { maxItems: maxAuthors, description: 'The authors, in the order of the work.' }),
    [],
    {
      answer: Type.Array(Author, {
        description: `The first ${maxAuthors} authors, in the order of the work.`,
      }),
    },
  ),
  authors_count: readOnly(Type.Integer({ description: 'The number of all authors, as the source tells it.' })),
  year: optional(
    nullable(
      Type.Integer({
        minimum: earliestYear,
        maximum: latestYear,
        description: 'The year, in four digits; that of `date` unless given.',
      }),
    ),
    null,
    { answer: nullable(Type.Integer({ description: 'The year, in four digits; null when unknown.' })) },
  ),
  date: optional(
    nullable(
      Type.String({
        maxLength: 10,
        pattern: '^\\d{4}-\\d{2}(-\\d{2})?$',
        sentence: 'The date must be a day like 2026-11-21 or a month like 2026-11.',
        description: date,
      }),
    ),
    null,
  ),
  container_title: optional(
    withDescription(Line(longestContainer), 'The journal, book, conference or repository that it is in.'),
    '',
  ),
  type: optional(WorkType, 'document'),
  doi: optional(nullable(NewDoi), null, {
    answer: withDescription(nullable(Type.String()), 'The DOI, in lower case; null without one.'),
  }),
  url: optional(
    withDescription(
      nullable(Type.String({ format: 'web-address', spelling: 'address', maxLength: longestUrl })),
      'Where it is on the web; null when unknown.',
    ),
    null,
    { answer: withDescription(nullable(Type.String()), 'Where it is on the web; null when unknown.') },
  ),
  abstract: optional(Text(longestAbstract, { description: 'The abstract, as plain text.' }), ''),
  source: readOnly(PublicationSource),
  verified: readOnly(
    Type.Boolean({
      description:
        'Whether the content is what a provider of records says of the work, unchanged: a registration agency of DOIs, or another organization ' +
        'that added it to the ORCID record. It does not say that the researcher is an author.',
    }),
    { tracked: true },
  ),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  researcher_id: internal(Id),
  /** The date as lists are sorted by it. */
  issued: internal(Type.String()),
  /** By which the same work is recognized without a DOI. */
  work_key: internal(Type.String()),
  /** The keys of the work in all sources that it came from. */
  source_keys: internal(Type.Array(Type.String())),
  /** Whether a person has changed what the source says. */
  edited: internal(Type.Boolean()),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    publications: TableOf<typeof publicationRecord>
  }
}
