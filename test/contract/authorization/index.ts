/** All tables of the authorization matrix, in the order of the specification. */

import { accounts, credentials, users } from './accounts.ts'
import { administration } from './administration.ts'
import { announcements } from './announcements.ts'
import { candidates } from './candidates.ts'
import { companies } from './companies.ts'
import { courses } from './courses.ts'
import { exams } from './exams.ts'
import { files, notifications } from './files.ts'
import { hiring } from './hiring.ts'
import { jobs } from './jobs.ts'
import { links } from './links.ts'
import type { Table } from './matrix.ts'
import { payments } from './payments.ts'
import { projects } from './projects.ts'
import { researchers, searches } from './researchers.ts'
import { rosters } from './rosters.ts'
import { slots } from './slots.ts'

export const tables: readonly Table[] = [
  ...accounts,
  ...credentials,
  ...users,
  ...searches,
  ...researchers,
  ...jobs,
  ...hiring,
  ...slots,
  ...candidates,
  ...companies,
  ...courses,
  ...projects,
  ...exams,
  ...rosters,
  ...payments,
  ...notifications,
  ...files,
  ...administration,
  ...announcements,
  ...links,
]
