/** All tables as of 1.0, in the order of their references, and their first rows. */

import type { ExistingSchema, Schema } from '../schema.ts'
import { defineAccounts } from './accounts.ts'
import { defineApplications } from './applications.ts'
import { defineCertificates } from './certificates.ts'
import { defineChanges } from './changes.ts'
import { defineCompanies } from './companies.ts'
import { defineCourses } from './courses.ts'
import { defineExamAttempts } from './exam-attempts.ts'
import { defineExams } from './exams.ts'
import { defineFiles } from './files.ts'
import { defineInterviews } from './interviews.ts'
import { defineInvoices } from './invoices.ts'
import { defineJobPosts } from './job-posts.ts'
import { definePayments } from './payments.ts'
import { definePlatform } from './platform.ts'
import { defineProjects } from './projects.ts'
import { defineQuestionBanks } from './question-banks.ts'
import { defineResearchers } from './researchers.ts'
import { defineSavedSearches } from './saved-searches.ts'
import { defineSearch } from './search.ts'
import { shippedPlans } from './shipped-plans.ts'
import { defineSignIn } from './sign-in.ts'
import { defineSubscriptions } from './subscriptions.ts'
import { defineTrust } from './trust.ts'
import { upgradeRelease } from './upgrade.ts'

/** Makes all tables and their first rows. */
export function defineBaseline(schema: Schema): void {
  defineTables(schema)
  for (const statement of firstRows) schema.statement(statement)
}

/** Brings a database of the last release to what `defineBaseline` makes. */
export const upgradeToBaseline = (schema: Schema, found: ExistingSchema): void =>
  upgradeRelease(schema, found, defineTables)

/** Returns the columns of the tables without a record. */
export const defineTables = (schema: Schema) => ({
  ...defineAccounts(schema),
  ...defineSignIn(schema),
  ...definePlatform(schema),
  ...defineFiles(schema),
  ...defineChanges(schema),
  ...defineTrust(schema),
  ...defineResearchers(schema),
  ...defineSearch(schema),
  ...defineCompanies(schema),
  ...definePayments(schema),
  ...defineInvoices(schema),
  ...defineSubscriptions(schema),
  ...defineExams(schema),
  ...defineQuestionBanks(schema),
  ...defineExamAttempts(schema),
  ...defineCourses(schema),
  ...defineProjects(schema),
  ...defineCertificates(schema),
  ...defineJobPosts(schema),
  ...defineApplications(schema),
  ...defineInterviews(schema),
  ...defineSavedSearches(schema),
})

const firstRows = [
  shippedPlans(),
  "insert into object_audiences (kind, object_id, audience) select 'plan', id, 'public' from plans",
  "insert into search_copies (active, version) values ('1', 3)",
  "insert into search_lists (name, format) values ('job_posts', 1), ('courses', 1), ('projects', 1)",
  "insert into audit_end (id, last_id, hash, created_at) values (1, 0, '', '1970-01-01T00:00:00.000Z')",
  'insert into log_end (id, size, audit_id) values (1, 0, 0)',
  'insert into change_numbers (id, last, deleted) values (1, 0, 0)',
]
