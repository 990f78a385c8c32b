/** A profile as a JSON Resume (https://jsonresume.org/schema). */

import { getStationName } from '../profiles/career.ts'
import type { Researcher } from '../profiles/schemas.ts'
import { createDoiUrl, type ListedWork } from '../works.ts'

/** What a resume and a CV are made of. */
export interface ResumeContent {
  profile: Researcher
  works: readonly ListedWork[]
  /** The public page; null without one. */
  url: string | null
}

/** Removes what is unknown: the schema of JSON Resume has no null. */
const removeUnknown = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

const schema = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json'

export const describeResume = ({ profile, works, url }: ResumeContent) =>
  removeUnknown({
    $schema: schema,
    basics: removeUnknown({
      name: profile.user.name,
      label: profile.headline,
      image: profile.user.profile_photo,
      url,
      summary: profile.bio,
      location: removeUnknown({ city: profile.location, region: profile.country }),
      profiles: profile.orcid === null ? [] : [describeOrcid(profile.orcid)],
    }),
    work: profile.employment.map((station) =>
      removeUnknown({
        name: getStationName(station),
        position: station.title,
        url: station.ror,
        startDate: station.start,
        endDate: station.end,
      }),
    ),
    education: profile.education.map((station) =>
      removeUnknown({
        institution: getStationName(station),
        url: station.ror,
        area: station.field,
        studyType: station.degree,
        startDate: station.start,
        endDate: station.end,
      }),
    ),
    publications: works.map((work) =>
      removeUnknown({
        name: work.title,
        publisher: work.venue,
        releaseDate: work.year === null ? null : String(work.year),
        url: findWorkUrl(work),
      }),
    ),
    skills: profile.skills.map((name) => ({ name })),
    languages: profile.languages.map((language) => ({ language })),
    interests: profile.fields.map((name) => ({ name })),
    meta: { version: 'v1.0.0', lastModified: profile.updated_at.slice(0, 19) },
  })

const describeOrcid = (orcid: string) => ({ network: 'ORCID', username: orcid, url: `https://orcid.org/${orcid}` })

const findWorkUrl = ({ doi, url }: ListedWork): string | null =>
  doi === null ? (url === null ? null : new URL(url).href) : createDoiUrl(doi.toLowerCase())
