/** What is read of a JSON Resume (https://jsonresume.org/schema, version 1.0.0). */

import { type Static, Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import type { FieldErrors } from '#core/problem.ts'
import { Label, Line, Text, withCondition, withDescription } from '#core/schema.ts'
import { isCalendarDate } from '#core/time.ts'
import { Name } from '#features/users/index.ts'
import { maxEducation, maxEmployment } from '../../profiles/career.ts'
import { maxFields, maxLanguages, maxNameLength, maxSkills } from '../../profiles/record.ts'
import { Researcher } from '../../profiles/schemas.ts'
import { maxEntries, PublicationImport } from '../../publications/import/schemas.ts'
import { longestAbstract, longestContainer, longestTitle, longestUrl } from '../../publications/record.ts'

const longDate = 'The date must be like 2019, 2019-09 or 2019-09-30.'

const Day = (years: string, description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 10,
      pattern: `^(${years}\\d{2}(-(0[1-9]|1[0-2])(-\\d{2})?)?)?$`,
      sentence: longDate,
      description,
      examples: ['2019-09-30'],
    }),
  )

const Address = Type.Optional(Type.String({ maxLength: longestUrl, description: 'An address.' }))

const Profile = withCondition(
  Type.Object({
    network: Type.Optional(Label(100, { description: 'The network; only `ORCID` is read.' })),
    username: Type.Optional(Label(200, { description: 'The iD.' })),
    url: Address,
  }),
  ({ network, username, url }): FieldErrors =>
    !isOrcid(network) || parseOrcid(username || url || '') !== null
      ? {}
      : { username: ['The orcid must be a valid ORCID iD like 0000-0002-1825-0097.'] },
)

export const isOrcid = (network = ''): boolean => network.toLowerCase() === 'orcid'

const Location = Type.Object({
  city: Type.Optional(Label(200, { description: 'The location.' })),
  region: Type.Optional(Label(100, { description: 'The country, unless `countryCode` says it; then a part of it.' })),
  countryCode: Type.Optional(
    Type.String({
      maxLength: 2,
      pattern: '^([A-Za-z]{2})?$',
      sentence: 'The country must be a code of two letters, like KE.',
      description: 'The country, by its code of ISO 3166-1.',
    }),
  ),
})

const Basics = Type.Object({
  name: Type.Optional(withDescription(Name, 'The name of the person.')),
  label: Type.Optional(Label(200, { description: 'The headline.' })),
  summary: Type.Optional(Text(5_000, { description: 'The bio.' })),
  location: Type.Optional(withDescription(Location, 'Where the person lives.')),
  profiles: Type.Optional(Type.Array(Profile, { maxItems: 50, description: 'Accounts elsewhere.' })),
})

const centuries = '(?:19|20|21)'
const period = {
  startDate: Day(centuries, 'When it began; the day is not stored.'),
  endDate: Day(centuries, 'When it ended; without it, it goes on.'),
}

/** Returns the messages about days that do not exist, and an end before the start. */
function findPeriodErrors({ startDate = '', endDate = '' }: { startDate?: string; endDate?: string }): FieldErrors {
  const shared = Math.min(startDate.length, endDate.length)
  return {
    ...(isDay(startDate) ? {} : { startDate: [longDate] }),
    ...(isDay(endDate) ? {} : { endDate: [longDate] }),
    ...(endDate.slice(0, shared) < startDate.slice(0, shared)
      ? { endDate: ['The end date may not be before the start date.'] }
      : {}),
  }
}

const isDay = (text: string) => text.length < 10 || isCalendarDate(text)

const Work = withCondition(
  Type.Object({
    name: Label(200, { description: 'The university, institute or company.' }),
    position: Type.Optional(Label(200, { description: 'The position.' })),
    url: Address,
    ...period,
  }),
  findPeriodErrors,
)

const Study = withCondition(
  Type.Object({
    institution: Label(200, { description: 'The university or school.' }),
    area: Type.Optional(Label(200, { description: 'The field of study.' })),
    studyType: Type.Optional(Label(200, { description: 'The degree.' })),
    url: Address,
    ...period,
  }),
  findPeriodErrors,
)

const Publication = withCondition(
  Type.Object({
    name: Line(longestTitle, { description: 'The title.' }),
    publisher: Type.Optional(Line(longestContainer, { description: 'The journal, book or publisher.' })),
    releaseDate: Day('[12]\\d', 'When it was published.'),
    url: Type.Optional(
      Type.String({ maxLength: longestUrl, format: 'web-address', description: 'Its address, or that of its DOI.' }),
    ),
    summary: Type.Optional(Text(longestAbstract, { description: 'The abstract.' })),
  }),
  ({ releaseDate = '' }): FieldErrors => (isDay(releaseDate) ? {} : { releaseDate: [longDate] }),
)

const NameText = (description: string) =>
  Type.String({ minLength: 1, maxLength: maxNameLength, visible: true, description })
const list = <S extends Parameters<typeof Type.Array>[0]>(item: S, maxItems: number, description: string) =>
  Type.Optional(withDescription(Type.Array(item, { maxItems }), description))

/** The parts of JSON Resume for which a profile has no place. */
const Ignored = Type.Optional(
  Type.Array(Type.Unknown(), { maxItems: 1_000, description: 'Not read, and told in `ignored_sections`.' }),
)
export const ignoredSections = {
  volunteer: Ignored,
  awards: Ignored,
  certificates: Ignored,
  references: Ignored,
  projects: Ignored,
}

const Resume = Type.Object(
  {
    basics: Type.Optional(withDescription(Basics, 'Who the person is.')),
    work: list(Work, maxEmployment, 'The positions.'),
    education: list(Study, maxEducation, 'Where the person studied.'),
    publications: list(Publication, maxEntries, 'The works.'),
    skills: list(
      Type.Object({
        name: Type.Optional(NameText('A skill.')),
        keywords: Type.Optional(
          Type.Array(NameText('A skill.'), { maxItems: maxSkills, description: 'What belongs to it; skills too.' }),
        ),
      }),
      maxSkills,
      'The skills; keywords are skills too.',
    ),
    languages: list(Type.Object({ language: NameText('The language.') }), maxLanguages, 'The languages.'),
    interests: list(Type.Object({ name: NameText('The field.') }), maxFields, 'The fields of research.'),
    ...ignoredSections,
  },
  { title: 'ResumeFile', description: 'A JSON Resume. What is not listed here is not read.' },
)
export type ResumeFile = Static<typeof Resume>

export const ResumeImport = Type.Object(
  {
    resume: Resume,
    preview: Type.Optional(
      Type.Boolean({ description: 'With true, the answer says what would change, and nothing is stored.' }),
    ),
  },
  { title: 'NewResumeImport' },
)
export type ResumeImport = Static<typeof ResumeImport>

const { headline, bio, location, country, fields, skills, languages, orcid, education, employment } =
  Researcher.properties

export const ResumeImportResult = Type.Object(
  {
    preview: Type.Boolean({ description: 'Whether nothing was stored.' }),
    changed_fields: Type.Array(Type.String(), { description: 'The fields of `profile` that have other values now.' }),
    ignored_sections: Type.Array(Type.String(), {
      description: 'The parts of the resume for which a profile has no place, like `volunteer`.',
    }),
    profile: Type.Object(
      {
        name: Type.String({ description: 'The name of the user.' }),
        ...{ headline, bio, location, country, fields, skills, languages, orcid, education, employment },
      },
      { title: 'ResumeProfile', description: 'The values after the import.' },
    ),
    publications: PublicationImport,
  },
  { title: 'ResumeImport' },
)
export type ResumeImportResult = Static<typeof ResumeImportResult>
