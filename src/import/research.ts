/** Researchers with their profiles. */

import { Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import { parseRor } from '#core/ror.ts'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { teamLimit } from '#features/researchers/index.ts'
import { researcherRecord } from '#features/researchers/profiles/record.ts'
import { calculateQuality } from '#features/search-index/index.ts'
import { profileNames } from './derived-queries.ts'
import { atImport, defineImport, importOf } from './import-of.ts'
import { type ImportRow, optional } from './table.ts'

const Short = Type.String({ maxLength: 255 })

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

export const researchers = importOf(researcherRecord, {
  description: 'One profile of a researcher a line; at most one for each account.',
  without: ['public_page'],
  extra: {
    publications: Type.Array(Publication, { maxItems: 1_000 }),
    education: Type.Array(Education, { maxItems: 30 }),
    employment: Type.Array(Employment, { maxItems: 50 }),
  },
  bounds: {
    ...{ headline: 255, bio: 20_000, institution: 255, department: 255, location: 255, country: 255 },
    ...{ fields: 200, skills: 200, languages: 200 },
  },
  descriptions: {
    orcid: 'The ORCID iD, alone or as an address.',
    institution_ror: 'The id of the institution in the Research Organization Registry, alone or as an address.',
  },
  defaults: { verified: false },
  computed: ['publications_count', 'quality'],
  references: { user_id: 'users' },
  unique: 'the same user_id',
  uniqueKeys: [{ columns: ['user_id'] }],
  check: findFault,
  convert(row) {
    const publications = row.publications.map((publication: { title: string; venue?: string }) => ({
      venue: '',
      doi: null,
      url: null,
      ...publication,
    }))
    const profile = {
      ...researcherRecord.defaults,
      ...row,
      verified: row.verified,
      publications,
      orcid: row.orcid ? parseOrcid(row.orcid) : null,
    }
    return {
      ...profile,
      publications_count: publications.length,
      institution_ror: row.institution_ror ? parseRor(row.institution_ror) : null,
      education: row.education.map(completeStation),
      employment: row.employment.map(completePosition),
      quality: calculateQuality(profile),
    }
  },
  derive: async (tx, rows) => void (await profileNames.copy.run(tx, { ids: rows.map(({ id }) => id) })),
  finish: 'rebuild_search',
})

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

export const researcherTeam = defineImport({
  name: 'researcher_team',
  description: 'One member of the team of a researcher a line.',
  columns: {
    id: Id,
    researcher_id: Id,
    user_id: Id,
    role: Type.String({ maxLength: 100, line: true }),
    can_manage_team: Type.Boolean(),
    added_at: DateTime,
    accepted_at: nullable(
      Type.String({ format: 'date-time', description: 'When the person accepted; null until then.' }),
    ),
  },
  references: { researcher_id: 'researchers', user_id: 'users' },
  limits: [{ column: 'researcher_id', most: teamLimit.maxRows, texts: ['role'] }],
  unique: 'the same researcher_id and user_id',
  uniqueKeys: [{ columns: ['researcher_id', 'user_id'] }],
  defaults: { role: '', can_manage_team: false, added_at: atImport },
})
