/** Imports a folder of files of rows, table by table, in the order in which rows refer to one another. */

import type { Context } from '#context.ts'
import { accessTokens, identities, users } from './accounts.ts'
import { applicationChanges, jobApplications } from './applications.ts'
import { examAttempts } from './attempts.ts'
import { gatewayCustomers, paymentMethods, plans, subscriptions } from './billing.ts'
import { certificates } from './certificates.ts'
import { charges } from './charges.ts'
import { companies, companyMembers, messageTemplates } from './companies.ts'
import { coupons } from './coupons.ts'
import { coursePrerequisites, courses, lessons } from './courses.ts'
import { creditNotes } from './credit-notes.ts'
import { examBookings } from './exam-bookings.ts'
import { examAccommodations, examGraders, userAccommodations } from './exam-people.ts'
import { examQuestions, exams } from './exams.ts'
import { files, importFiles } from './files.ts'
import { applicationMessages, applicationNotes, jobReviewers, scorecards } from './hiring.ts'
import { activityLog, notifications } from './history.ts'
import { interviews } from './interviews.ts'
import { invoices } from './invoices.ts'
import { jobPosts } from './jobs.ts'
import { courseCohorts, enrollments, lessonProgress } from './learning.ts'
import { finishFile, type ImportOptions } from './progress.ts'
import { publications } from './publications.ts'
import type { Progress } from './queries.ts'
import { bankEditors, bankQuestions, questionBanks } from './question-banks.ts'
import { refunds } from './refunds.ts'
import { jobRequirements } from './requirements.ts'
import { researchers, researcherTeam } from './research.ts'
import { courseRosters, examRosters } from './rosters.ts'
import { finishTable, importRows } from './rows.ts'
import { studyMaterials } from './study-materials.ts'
import type { ImportTable } from './table.ts'
import { milestoneChanges, milestones, projectCollaborators, projects, projectVersions } from './work.ts'

export type { ImportOptions } from './progress.ts'
export { getSchema } from './verdict.ts'

/** In their order. */
export const importTables: readonly ImportTable[] = [
  users,
  files,
  identities,
  accessTokens,
  researchers,
  researcherTeam,
  publications,
  companies,
  companyMembers,
  messageTemplates,
  jobPosts,
  jobReviewers,
  jobApplications,
  applicationChanges,
  scorecards,
  applicationNotes,
  applicationMessages,
  interviews,
  questionBanks,
  bankEditors,
  bankQuestions,
  exams,
  examQuestions,
  examGraders,
  examAccommodations,
  userAccommodations,
  courses,
  courseCohorts,
  coursePrerequisites,
  lessons,
  enrollments,
  lessonProgress,
  projects,
  projectVersions,
  milestones,
  milestoneChanges,
  projectCollaborators,
  examRosters,
  courseRosters,
  jobRequirements,
  examAttempts,
  studyMaterials,
  examBookings,
  certificates,
  plans,
  paymentMethods,
  gatewayCustomers,
  subscriptions,
  coupons,
  charges,
  refunds,
  invoices,
  creditNotes,
  notifications,
  activityLog,
]

/** What has to be computed again when the rows of some tables are new. */
export type Finish = Record<NonNullable<ImportTable['finish']>, (ctx: Context) => Promise<void>>

/** Imports what the folder has, and returns the totals of each file. What an interrupted import left is continued. */
export async function importFolder(ctx: Context, options: ImportOptions, finish: Finish): Promise<Progress[]> {
  const totals: Progress[] = []
  const unfinished: { table: ImportTable; progress: Progress }[] = []
  for (const table of importTables) {
    const began = performance.now()
    const progress = table === files ? await importFiles(ctx, options) : await importRows(ctx, table, options)
    if (progress === null) continue
    totals.push(progress)
    options.onTable?.(progress, performance.now() - began)
    if (progress.finished_at !== null) continue
    await finishTable(ctx, table)
    unfinished.push({ table, progress })
  }
  for (const name of new Set(unfinished.flatMap(({ table }) => table.finish ?? []))) await finish[name](ctx)
  for (const { progress } of unfinished) await finishFile(ctx, progress)
  return totals
}
