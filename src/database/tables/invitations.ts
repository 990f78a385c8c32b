/** Values in the tables of invitations, and of lists of people that are imported. */

import type { CompanyRole } from './companies.ts'

/** How far an import of people came with a row. */
export type RowVerdict = 'waiting' | 'invited' | 'existing' | 'refused'

interface PersonCompany {
  /** The id or name in the file. */
  text: string
  /** Null in a row that is refused because there is no such company. */
  id: number | null
  role: Exclude<CompanyRole, 'owner'>
}

/** The values of a row as they were validated; null for a row that is invalid. */
export interface PersonRow {
  name: string
  email: string
  role: 'student' | 'learner' | 'researcher' | 'recruiter' | 'admin'
  locale: string
  /** The courses to enroll the person in. */
  courses: number[]
  /** The exams on whose rosters the person is put; absent in rows of earlier versions. */
  exams?: number[]
  /** The company to which the person is invited; absent without one, and in rows of earlier versions. */
  company?: PersonCompany
}
