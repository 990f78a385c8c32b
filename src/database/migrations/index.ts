/** Every migration, in the order they run. Append only: a released one never changes. */

import { accounts } from './0001-accounts.ts'
import { platform } from './0002-platform.ts'
import { files } from './0003-files.ts'
import { identity } from './0004-identity.ts'
import { researchers } from './0005-researchers.ts'
import { billing } from './0006-billing.ts'
import { jobs } from './0007-jobs.ts'
import { courses } from './0008-courses.ts'
import { projects } from './0009-projects.ts'
import { exams } from './0010-exams.ts'
import { certificates } from './0011-certificates.ts'
import { notificationPreferences } from './0013-notification-preferences.ts'
import { peopleReached } from './0014-people-reached.ts'
import { reservedEnrollments } from './0015-reserved-enrollments.ts'
import { documents } from './0016-documents.ts'
import { acceptedInvitations } from './0017-accepted-invitations.ts'
import { interviewAnswers } from './0018-interview-answers.ts'
import type { Migration } from './schema.ts'

export const migrations: readonly Migration[] = [
  accounts,
  platform,
  files,
  identity,
  researchers,
  billing,
  jobs,
  courses,
  projects,
  exams,
  certificates,
  notificationPreferences,
  peopleReached,
  reservedEnrollments,
  documents,
  acceptedInvitations,
  interviewAnswers,
]
