/** The publications of researchers: one row for each work, from whatever source it comes. */

import { boolean, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const publications: Migration = {
  name: '0079-publications',
  up(schema) {
    schema.table('publications', {
      id: id(),
      researcher_id: integer().references('researchers', 'cascade'),
      title: text(),
      authors: json().default('[]'),
      authors_count: integer().default(0),
      year: integer().nullable(),
      // `2026-11` or `2026-11-21`.
      date: text().nullable(),
      container_title: text().default(''),
      type: text().default('document'),
      doi: text().nullable(),
      url: text().nullable(),
      abstract: text().default(''),
      source: text().oneOf('manual', 'crossref', 'datacite', 'orcid', 'bibtex', 'ris', 'csl_json'),
      verified: boolean().default(false),
      // The date as lists are sorted by it, `2026-11-00` for a month and `0000-00-00` for none.
      issued: key(),
      // By which the same work is recognized: the folded title, the year and the first author; and those of other sources.
      work_key: key(),
      source_keys: json().default('[]'),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('publications', ['researcher_id', 'issued', 'id'])
    schema.index('publications', ['researcher_id', 'doi'], { unique: true, where: 'doi is not null' })
    schema.index('publications', ['researcher_id', 'work_key'], { unique: true, where: 'doi is null' })
  },
}
