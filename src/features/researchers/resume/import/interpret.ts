/** What a JSON Resume means for a profile, the reverse of `describeResume`. */

import { parseOrcid } from '#core/orcid.ts'
import { parseRor } from '#core/ror.ts'
import { foldText } from '#core/text-normalization.ts'
import type { ResearcherChange } from '../../profiles/schemas.ts'
import { createEntry, type SourcedEntry } from '../../publications/import/entry.ts'
import { ignoredSections, isOrcid, type ResumeFile } from './schemas.ts'

type ResumeSection<Name extends keyof ResumeFile> = NonNullable<ResumeFile[Name]>

/** Returns the change of the profile: what the resume says. What it does not say stays. */
export function interpretProfile({ basics = {}, ...resume }: ResumeFile): ResearcherChange {
  const { label, summary } = basics
  const iD = basics.profiles?.find(({ network }) => isOrcid(network))
  const orcid = iD === undefined ? null : parseOrcid(iD.username || iD.url || '')
  return {
    ...interpretLocation(basics.location ?? {}),
    ...(label ? { headline: label } : {}),
    ...(summary ? { bio: summary } : {}),
    ...(orcid === null ? {} : { orcid }),
    ...(resume.work === undefined ? {} : { employment: resume.work.map(interpretWork) }),
    ...(resume.education === undefined ? {} : { education: resume.education.map(interpretStudy) }),
    ...(resume.skills === undefined ? {} : { skills: resume.skills.flatMap(listSkills) }),
    ...(resume.languages === undefined ? {} : { languages: resume.languages.map(({ language }) => language) }),
    ...(resume.interests === undefined ? {} : { fields: resume.interests.map(({ name }) => name) }),
  }
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Without a code of the country, the region is the country, as `describeResume` writes it. */
function interpretLocation({
  city = '',
  region = '',
  countryCode = '',
}: NonNullable<ResumeSection<'basics'>['location']>) {
  const named = countryCode === '' ? undefined : countries.of(countryCode.toUpperCase())
  const country = named ?? region
  const location = named === undefined ? city : [city, region].filter((part) => part !== '').join(', ')
  return { ...(location === '' ? {} : { location: location.slice(0, 200) }), ...(country === '' ? {} : { country }) }
}

/** Profiles know years and months. */
const toMonth = (date = ''): string | null => date.slice(0, 7) || null

const findRor = (url = '') => (/^https?:/i.test(url) ? parseRor(url) : null)

const interpretWork = ({ name, position = '', url, startDate, endDate }: ResumeSection<'work'>[number]) => ({
  institution: name,
  ror: findRor(url),
  title: position,
  start: toMonth(startDate),
  end: toMonth(endDate),
  current: toMonth(endDate) === null,
})

const interpretStudy = ({
  institution,
  area = '',
  studyType = '',
  url,
  startDate,
  endDate,
}: ResumeSection<'education'>[number]) => ({
  institution,
  ror: findRor(url),
  degree: studyType,
  field: area,
  start: toMonth(startDate),
  end: toMonth(endDate),
})

const listSkills = ({ name, keywords = [] }: ResumeSection<'skills'>[number]) => [
  ...(name === undefined ? [] : [name]),
  ...keywords,
]

/** Returns the works that the profile does not list itself, as typed by the person. */
export const interpretWorks = ({ publications = [] }: ResumeFile, typedTitles: readonly string[]): SourcedEntry[] => {
  const typed = new Set(typedTitles.map(foldText))
  return publications
    .filter(({ name }) => !typed.has(foldText(name)))
    .map(({ name, publisher = '', releaseDate = '', url = '', summary = '' }) => ({
      ...createEntry({
        title: name,
        authors: [],
        date: releaseDate,
        container: publisher,
        type: 'document',
        doi: url,
        url,
        abstract: summary,
      }),
      source: 'manual',
      verified: false,
    }))
}

/** Returns the parts of the resume that are not read. */
export const listIgnoredSections = (resume: ResumeFile): string[] =>
  Object.keys(ignoredSections).filter((name) => Object.hasOwn(resume, name))
