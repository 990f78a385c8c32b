/** The records of publications of researchers. */

import { Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { isCalendarDate } from '#core/time.ts'
import { calculatePublicationColumns, mostAuthors, mostPublications, workTypes } from '#features/researchers/index.ts'
import { type ImportRow, type ImportTable, optional } from './table.ts'

const Author = Type.Object(
  {
    given: optional(Type.String({ maxLength: 200, line: true })),
    family: Type.String({ minLength: 1, maxLength: 300, line: true }),
    orcid: optional(nullable(Type.String({ maxLength: 100 }))),
  },
  { additionalProperties: false },
)

export const publications: ImportTable = {
  name: 'publications',
  description:
    'One work of the record of a researcher a line, in which a work is once: by its DOI, else by its title, year and first author.',
  columns: {
    id: Id,
    researcher_id: Id,
    title: Type.String({ minLength: 1, maxLength: 1_000, line: true }),
    authors: optional(Type.Array(Author, { maxItems: mostAuthors })),
    authors_count: optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The number of all authors.' }),
    ),
    year: optional(nullable(Type.Integer({ minimum: 1_000, maximum: 2_200 }))),
    date: optional(
      nullable(Type.String({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$', description: 'A day or month of the year.' })),
    ),
    container_title: optional(Type.String({ maxLength: 500, line: true })),
    type: optional(oneOf(...workTypes)),
    doi: optional(nullable(Type.String({ maxLength: 200, pattern: '^10\\.[^\\s/]+/\\S+$' }))),
    url: optional(nullable(Type.String({ maxLength: 2_000, pattern: '^https?://[^\\s]+$' }))),
    abstract: optional(Type.String({ maxLength: 5_000 })),
    source: optional(oneOf('manual', 'crossref', 'datacite', 'orcid', 'bibtex', 'ris', 'csl_json')),
    verified: optional(Type.Boolean({ description: 'Whether a provider of records says so of the work, unchanged.' })),
    edited: optional(Type.Boolean({ description: 'Whether a person has changed what the source says.' })),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { researcher_id: 'researchers' },
  unique: 'the same researcher_id and work',
  limits: [{ column: 'researcher_id', most: mostPublications }],
  uniqueKeys: [
    { columns: ['researcher_id', 'work_key'], where: 'doi is null' },
    { columns: ['researcher_id', 'doi'], where: 'doi is not null' },
  ],
  stored: {
    id: 'integer',
    researcher_id: 'integer',
    title: 'text',
    authors: 'json',
    authors_count: 'integer',
    year: 'integer',
    date: 'text',
    container_title: 'text',
    type: 'text',
    doi: 'text',
    url: 'text',
    abstract: 'text',
    source: 'text',
    verified: 'boolean',
    edited: 'boolean',
    issued: 'text',
    work_key: 'text',
    source_keys: 'json',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  check: findFault,
  convert(row, { now }) {
    const authors = (row.authors ?? []).map(completeAuthor)
    const columns = calculatePublicationColumns({
      title: row.title,
      authors,
      year: row.date ? Number(row.date.slice(0, 4)) : (row.year ?? null),
      date: row.date ?? null,
      container_title: row.container_title ?? '',
      type: row.type ?? 'document',
      doi: row.doi?.toLowerCase() ?? null,
      url: row.url ?? null,
      abstract: row.abstract ?? '',
    })
    return {
      ...columns,
      id: row.id,
      researcher_id: row.researcher_id,
      authors_count: Math.max(row.authors_count ?? 0, authors.length),
      source: row.source ?? 'manual',
      verified: row.verified ?? false,
      edited: row.edited ?? false,
      source_keys: [columns.work_key],
      created_at: row.created_at ?? now,
      updated_at: row.updated_at ?? row.created_at ?? now,
    }
  },
  finish: 'rebuild_search',
}

const completeAuthor = ({
  given = '',
  family,
  orcid = null,
}: {
  given?: string
  family: string
  orcid?: string | null
}) => ({
  given,
  family,
  orcid: orcid && parseOrcid(orcid),
})

function findFault({ date, year, authors = [] }: ImportRow): string | null {
  const wrong = authors.find(({ orcid }: { orcid?: string | null }) => orcid && parseOrcid(orcid) === null)
  if (wrong !== undefined) return `The column "authors" has "${wrong.orcid}", which is no ORCID iD.`
  if (date && !isCalendarDate(date.length === 7 ? `${date}-01` : date))
    return `The column "date" is "${date}", which is no day or month of the calendar.`
  if (date && year && Number(date.slice(0, 4)) !== year) return 'The column "year" is not that of "date".'
  return null
}
