/** What is stored of the education and employment that a change sends. */

import type { Static } from 'typebox'
import type { career, Education, Employment, GivenStation } from './career.ts'
import { findName, type KnownInstitutions } from './institution.ts'

const completeStation = (
  { institution, ror = null, start = null, end = null }: GivenStation,
  known: KnownInstitutions,
) => ({
  institution: institution || (ror === null ? '' : (findName(known, ror) ?? '')),
  ror,
  start: start || null,
  end: end || null,
})

export const completeEducation = (
  input: Static<typeof career.education>,
  institutions: KnownInstitutions,
): Education[] =>
  input.map(({ degree = '', field = '', ...station }) => {
    const { institution, ror, ...months } = completeStation(station, institutions)
    return { institution, ror, degree, field, ...months }
  })

export const completeEmployment = (
  input: Static<typeof career.employment>,
  institutions: KnownInstitutions,
): Employment[] =>
  input.map(({ title = '', current = false, ...station }) => {
    const { institution, ror, ...months } = completeStation(station, institutions)
    return { institution, ror, title, ...months, current }
  })
