/** Profiles of researchers, their teams and publications. */

import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineResearchers(schema: Schema) {
  schema.table('researchers', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    headline: text().default(''),
    bio: text().default(''),
    institution: text().default(''),
    department: text().default(''),
    location: text().default(''),
    country: text().default(''),
    fields: json().default('[]'),
    skills: json().default('[]'),
    languages: json().default('[]'),
    years_experience: integer().default(0),
    h_index: integer().nullable(),
    orcid: text().nullable(),
    availability: text().oneOf('available', 'busy', 'unavailable').default('available'),
    verified: boolean().default(false),
    publications: json().default('[]'),
    visibility: text().oneOf('public', 'private').default('public'),
    // The order of the list: the folded name, and how complete and verified the profile is (0 to 31).
    name_key: key().default(''),
    quality: integer().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
    // Counting the publications of a page of researchers would read all of them.
    publications_count: integer().default(0),
    hidden_at: timestamp().nullable(),
    hidden_status: text().nullable(),
    public_page: boolean().default(false),
    institution_ror: text().nullable(),
    // The other names of the institution, by which searches find it.
    institution_names: json().default('[]'),
    education: json().default('[]'),
    employment: json().default('[]'),
  })
  schema.index('researchers', ['user_id'], { unique: true })
  schema.index('researchers', ['visibility', 'quality', 'id'])
  schema.index('researchers', ['visibility', 'name_key', 'id'])
  schema.index('researchers', ['visibility', 'years_experience', 'id'])
  schema.index('researchers', ['visibility', 'id'])
  schema.index('researchers', ['quality', 'id'])
  schema.index('researchers', ['name_key', 'id'])
  schema.index('researchers', ['years_experience', 'id'])
  schema.index('researchers', ['hidden_at', 'id'], { where: 'hidden_at is not null' })
  schema.index('researchers', ['id'], { where: "public_page and visibility = 'public'" })

  const researcher_team = schema.table('researcher_team', {
    id: id(),
    researcher_id: integer().references('researchers', 'cascade'),
    user_id: integer().references('users', 'cascade'),
    role: text(),
    can_manage_team: boolean().default(false),
    added_at: timestamp(),
    // When the user accepted the invitation.
    accepted_at: timestamp().nullable(),
  })
  schema.index('researcher_team', ['researcher_id', 'user_id'], { unique: true })
  schema.index('researcher_team', ['user_id', 'researcher_id'])

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
    // By which the same work is recognized: the folded title, the year and the first author; and those of other
    // sources.
    work_key: key(),
    source_keys: json().default('[]'),
    created_at: timestamp(),
    updated_at: timestamp(),
    edited: boolean().default(false),
  })
  schema.index('publications', ['researcher_id', 'issued', 'id'])
  schema.index('publications', ['researcher_id', 'doi'], { unique: true, where: 'doi is not null' })
  schema.index('publications', ['researcher_id', 'work_key'], { unique: true, where: 'doi is null' })

  // Works on the ORCID record of a user that another organization has added to it.
  const proven_publications = schema.table('proven_publications', {
    id: id(),
    user_id: integer().references('users'),
    orcid: text(),
    // The put-code of the work on the ORCID record.
    work: integer(),
    title: text(),
    year: integer().nullable(),
    doi: text().nullable(),
    source: text(),
    proven_at: timestamp(),
  })
  schema.index('proven_publications', ['user_id', 'work'], { unique: true })
  return { researcher_team, proven_publications }
}
