/** The records of publications of researchers. */

import { Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import { isCalendarDate } from '#core/time.ts'
import { calculatePublicationColumns, maxPublications } from '#features/researchers/index.ts'
import { publicationRecord } from '#features/researchers/publications/record.ts'
import { importOf } from './import-of.ts'
import type { ImportRow } from './table.ts'

export const publications = importOf(publicationRecord, {
  description:
    'One work of the record of a researcher a line, in which a work is once: by its DOI, else by its title, year and first author.',
  extra: { edited: Type.Boolean({ description: 'Whether a person has changed what the source says.' }) },
  bounds: { authors_count: [0, 1_000_000] },
  defaults: { authors_count: 0, source: 'manual', verified: false, edited: false },
  computed: ['issued', 'work_key', 'source_keys'],
  references: { researcher_id: 'researchers' },
  unique: 'the same researcher_id and work',
  limits: [{ column: 'researcher_id', most: maxPublications }],
  uniqueKeys: [
    { columns: ['researcher_id', 'work_key'], where: 'doi is null' },
    { columns: ['researcher_id', 'doi'], where: 'doi is not null' },
  ],
  check: findFault,
  convert(row) {
    const authors = row.authors.map(completeAuthor)
    const { title, date, container_title, type, url, abstract } = row
    const year = date ? Number(date.slice(0, 4)) : row.year
    const doi = row.doi?.toLowerCase() ?? null
    const columns = calculatePublicationColumns({
      title,
      authors,
      year,
      date,
      container_title,
      type,
      doi,
      url,
      abstract,
    })
    return {
      ...columns,
      authors_count: Math.max(row.authors_count, authors.length),
      source_keys: [columns.work_key],
    }
  },
  finish: 'rebuild_search',
})

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
