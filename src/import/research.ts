/** Researchers with their profiles. */

import { Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import { parseRor } from '#core/ror.ts'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { teamLimit } from '#features/researchers/index.ts'
import { calculateQuality } from '#features/search-index/index.ts'
import { profileNames } from './derived-queries.ts'
import { type ImportRow, type ImportTable, optional, Strings } from './table.ts'

const Short = Type.String({ maxLength: 255 })

const defaults = {
  headline: '',
  bio: '',
  institution: '',
  department: '',
  location: '',
  country: '',
  fields: [],
  skills: [],
  languages: [],
  years_experience: 0,
  h_index: null,
  availability: 'available',
  verified: false,
  publications: [],
  education: [],
  employment: [],
  institution_ror: null,
  visibility: 'public',
} as const

const Publication = Type.Object(
  {
    title: Type.String({ maxLength: 500 }),
    year: Type.Integer({ minimum: 1500, maximum: 2200 }),
    venue: optional(Type.String({ maxLength: 300 })),
    doi: optional(nullable(Type.String({ maxLength: 200 }))),
    url: optional(nullable(Type.String({ maxLength: 500 }))),
  },
  { additionalProperties: false },
)

const Month = optional(nullable(Type.String({ pattern: '^(19|20|21)\\d{2}(-(0[1-9]|1[0-2]))?$' })))

const place = {
  institution: Type.String({ maxLength: 200 }),
  ror: optional(
    nullable(Type.String({ maxLength: 100, description: 'The id in the Research Organization Registry.' })),
  ),
}

const Education = Type.Object(
  { ...place, degree: optional(Short), field: optional(Short), start: Month, end: Month },
  { additionalProperties: false },
)

const Employment = Type.Object(
  { ...place, title: optional(Short), start: Month, end: Month, current: optional(Type.Boolean()) },
  { additionalProperties: false },
)

export const researchers: ImportTable = {
  name: 'researchers',
  description: 'One profile of a researcher a line; at most one for each account.',
  columns: {
    id: Id,
    user_id: Id,
    headline: optional(Short),
    bio: optional(Type.String({ maxLength: 20_000 })),
    institution: optional(Short),
    department: optional(Short),
    location: optional(Short),
    country: optional(Short),
    fields: optional(Strings('Fields of research.')),
    skills: optional(Strings('Skills.')),
    languages: optional(Strings('Languages.')),
    years_experience: optional(Type.Integer({ minimum: 0, maximum: 100 })),
    h_index: optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000 }))),
    orcid: optional(nullable(Type.String({ maxLength: 100, description: 'The ORCID iD, alone or as an address.' }))),
    availability: optional(oneOf('available', 'busy', 'unavailable')),
    verified: optional(Type.Boolean()),
    publications: optional(Type.Array(Publication, { maxItems: 1_000 })),
    institution_ror: optional(
      nullable(
        Type.String({
          maxLength: 100,
          description: 'The id of the institution in the Research Organization Registry.',
        }),
      ),
    ),
    education: optional(Type.Array(Education, { maxItems: 30 })),
    employment: optional(Type.Array(Employment, { maxItems: 50 })),
    visibility: optional(oneOf('public', 'private')),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  unique: 'the same user_id',
  uniqueKeys: [{ columns: ['user_id'] }],
  stored: {
    id: 'integer',
    user_id: 'integer',
    headline: 'text',
    bio: 'text',
    institution: 'text',
    department: 'text',
    location: 'text',
    country: 'text',
    fields: 'json',
    skills: 'json',
    languages: 'json',
    years_experience: 'integer',
    h_index: 'integer',
    orcid: 'text',
    availability: 'text',
    verified: 'boolean',
    publications: 'json',
    publications_count: 'integer',
    institution_ror: 'text',
    education: 'json',
    employment: 'json',
    visibility: 'text',
    quality: 'integer',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  check: findFault,
  convert(row, { now }) {
    const profile = { ...defaults, ...row, orcid: row.orcid ? parseOrcid(row.orcid) : null }
    const publications = profile.publications.map((publication: { title: string; venue?: string }) => ({
      venue: '',
      doi: null,
      url: null,
      ...publication,
    }))
    return {
      ...profile,
      publications,
      publications_count: publications.length,
      institution_ror: row.institution_ror ? parseRor(row.institution_ror) : null,
      education: profile.education.map(completeStation),
      employment: profile.employment.map(completePosition),
      quality: calculateQuality({ ...profile, publications }),
      created_at: row.created_at ?? now,
      updated_at: row.updated_at ?? row.created_at ?? now,
    }
  },
  derive: async (tx, rows) => void (await profileNames.copy.run(tx, { ids: rows.map(({ id }) => id) })),
  finish: 'rebuild_search',
}

function findFault({ orcid, institution_ror, education = [], employment = [] }: ImportRow): string | null {
  if (orcid && parseOrcid(orcid) === null) return `The column "orcid" is "${orcid}", which is no ORCID iD.`
  const rors = [institution_ror, ...[...education, ...employment].map(({ ror }) => ror)].filter(Boolean)
  const wrong = rors.find((ror) => parseRor(ror) === null)
  if (wrong !== undefined) return `"${wrong}" is no id of the Research Organization Registry.`
  const open = employment.find(({ current, end }: Station) => current === true && end)
  return open === undefined ? null : 'A position in "employment" is current and has an end.'
}

interface Station {
  institution: string
  ror?: string | null
  degree?: string
  field?: string
  title?: string
  start?: string | null
  end?: string | null
  current?: boolean
}

const completePlace = ({ institution, ror, start = null, end = null }: Station) => ({
  institution,
  ror: ror ? parseRor(ror) : null,
  start,
  end,
})

const completeStation = ({ degree = '', field = '', ...station }: Station) => ({
  ...completePlace(station),
  degree,
  field,
})

const completePosition = ({ title = '', current = false, ...station }: Station) => ({
  ...completePlace(station),
  title,
  current,
})

export const researcherTeam: ImportTable = {
  name: 'researcher_team',
  description: 'One member of the team of a researcher a line.',
  columns: {
    id: Id,
    researcher_id: Id,
    user_id: Id,
    role: optional(Type.String({ maxLength: 100, line: true })),
    can_manage_team: optional(Type.Boolean()),
    added_at: optional(DateTime),
    accepted_at: optional(
      nullable(Type.String({ format: 'date-time', description: 'When the person accepted; null until then.' })),
    ),
  },
  references: { researcher_id: 'researchers', user_id: 'users' },
  limits: [{ column: 'researcher_id', most: teamLimit.maxRows, texts: ['role'] }],
  unique: 'the same researcher_id and user_id',
  uniqueKeys: [{ columns: ['researcher_id', 'user_id'] }],
  stored: {
    id: 'integer',
    researcher_id: 'integer',
    user_id: 'integer',
    role: 'text',
    can_manage_team: 'boolean',
    added_at: 'timestamp',
    accepted_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    role: row.role ?? '',
    can_manage_team: row.can_manage_team ?? false,
    added_at: row.added_at ?? now,
    accepted_at: row.accepted_at ?? null,
  }),
}
