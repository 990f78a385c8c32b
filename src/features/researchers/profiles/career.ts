/** Where a researcher studied and worked. */

import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { Label, nullable, Ror, withCondition, withDescription } from '#core/schema.ts'
import { fill } from '#language/sentence.ts'

export const maxEducation = 30
export const maxEmployment = 50

/** A year, or a month of a year. */
const Month = (description: string) =>
  Type.Optional(
    nullable(
      Type.String({
        maxLength: 7,
        pattern: '^(19|20|21)\\d{2}(-(0[1-9]|1[0-2]))?$',
        sentence: 'The date must be a year or a month, like 2019 or 2019-09.',
        description,
        examples: ['2019-09'],
      }),
    ),
  )

const placeFields = {
  institution: Type.Optional(
    withDescription(Label(200), 'The university, institute or company; of an id without it, the name from the list.'),
  ),
  ror: Type.Optional(
    withDescription(
      nullable(Ror),
      'The id of the institution in the Research Organization Registry; null without one.',
    ),
  ),
}

const periodFields = {
  start: Month('The year or month in which it began, like `2019` or `2019-09`; null when unknown.'),
  end: Month('The year or month in which it ended or will end; null when unknown or open.'),
}

/** A station as it is sent. */
export interface GivenStation {
  institution?: string | undefined
  ror?: string | null | undefined
  start?: string | null | undefined
  end?: string | null | undefined
  current?: boolean | undefined
}

/** A month is compared with a year by its year. */
const isBefore = (one: string, other: string) => {
  const shared = Math.min(one.length, other.length)
  return one.slice(0, shared) < other.slice(0, shared)
}

function findStationErrors(
  { institution, ror, start, end, current }: GivenStation,
  isInvalid: (field: 'institution' | 'ror') => boolean,
): FieldErrors {
  const isNamed = institution || ror || isInvalid('institution') || isInvalid('ror')
  return {
    ...(isNamed ? {} : { institution: [fill('The {field} field is required.', { field: { field: 'institution' } })] }),
    ...(start && end && isBefore(end, start) ? { end: ['The end date may not be before the start date.'] } : {}),
    ...(current && end ? { end: ['A current position has no end.'] } : {}),
  }
}

const NewEducation = withCondition(
  Type.Object({
    ...placeFields,
    degree: Type.Optional(withDescription(Label(200), 'The degree, such as PhD.')),
    field: Type.Optional(withDescription(Label(200), 'The field of study.')),
    ...periodFields,
  }),
  findStationErrors,
)

const NewEmployment = withCondition(
  Type.Object({
    ...placeFields,
    title: Type.Optional(withDescription(Label(200), 'The position.')),
    ...periodFields,
    current: Type.Optional(
      Type.Boolean({ description: 'Whether the person works there now; such a position has no end.' }),
    ),
  }),
  findStationErrors,
)

const place = {
  institution: Type.String({ description: 'The university, institute or company.' }),
  ror: nullable(Type.String({ description: 'Its address in the Research Organization Registry; null without one.' })),
}

const period = {
  start: nullable(Type.String({ description: 'The year or month in which it began; null when unknown.' })),
  end: nullable(Type.String({ description: 'The year or month in which it ended; null when unknown or open.' })),
}

const Education = Type.Object({
  ...place,
  degree: Type.String({ description: 'The degree.' }),
  field: Type.String({ description: 'The field of study.' }),
  ...period,
})
export type Education = Static<typeof Education>

const Employment = Type.Object({
  ...place,
  title: Type.String({ description: 'The position.' }),
  ...period,
  current: Type.Boolean({ description: 'Whether the person works there now.' }),
})
export type Employment = Static<typeof Employment>

/** The lists as they are sent. */
export const career = {
  education: withDescription(
    Type.Array(NewEducation, { maxItems: maxEducation }),
    'Where the person studied, in the order of the person.',
  ),
  employment: withDescription(
    Type.Array(NewEmployment, { maxItems: maxEmployment }),
    'Where the person worked, in the order of the person.',
  ),
}

/** The lists as they are answered. */
export const careerAnswer = {
  education: { answer: Type.Array(Education, { description: 'Where the person studied.' }) },
  employment: { answer: Type.Array(Employment, { description: 'Where the person worked.' }) },
}

/** Returns the stations, the latest first: those that go on, then by their end and start. */
export function sortStations<T extends { start: string | null; end: string | null; current?: boolean }>(
  stations: readonly T[],
): T[] {
  const key = ({ start, end, current }: T) => `${current ? '9999' : (end ?? start ?? '')} ${start ?? ''}`
  return stations.toSorted((a, b) => (key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0))
}

/** The name, or the id of an institution that has none. */
export const getStationName = ({ institution, ror }: { institution: string; ror: string | null }): string =>
  institution || (ror ?? '')
