/** All migrations in their order. Append only: a released migration never changes. */

import { accounts } from './0001-accounts.ts'
import { platform } from './0002-platform.ts'
import { files } from './0003-files.ts'
import { identity } from './0004-identity.ts'
import { researchers } from './0005-researchers.ts'
import { search } from './0006-search.ts'
import { billing } from './0007-billing.ts'
import { jobs } from './0008-jobs.ts'
import { courses } from './0009-courses.ts'
import { projects } from './0010-projects.ts'
import { exams } from './0011-exams.ts'
import { certificates } from './0012-certificates.ts'
import { trust } from './0013-trust.ts'
import { strongSignIn } from './0014-strong-sign-in.ts'
import { searchCopies } from './0015-search-copies.ts'
import { languages } from './0016-languages.ts'
import { listFilters } from './0017-list-filters.ts'
import { audit } from './0018-audit.ts'
import { moderation } from './0019-moderation.ts'
import { administration } from './0020-administration.ts'
import { listOrders } from './0021-list-orders.ts'
import { issuerKeys } from './0022-issuer-keys.ts'
import { certificateShares } from './0023-certificate-shares.ts'
import { transparencyLog } from './0024-transparency-log.ts'
import { calendars } from './0025-calendars.ts'
import { changes } from './0026-changes.ts'
import { webhooks } from './0027-webhooks.ts'
import { resumableUploads } from './0028-resumable-uploads.ts'
import { sandboxClock } from './0029-sandbox-clock.ts'
import { publicProfiles } from './0030-public-profiles.ts'
import { evidence } from './0031-evidence.ts'
import { hiring } from './0032-hiring.ts'
import { listTotals } from './0033-list-totals.ts'
import { wordIndexes } from './0034-word-indexes.ts'
import { lastChanges } from './0035-last-changes.ts'
import { examDrafts } from './0036-exam-drafts.ts'
import { oneFolding } from './0037-one-folding.ts'
import { accessOfKeys } from './0038-access-of-keys.ts'
import { blindBatches } from './0039-blind-batches.ts'
import { dataImport } from './0040-import.ts'
import { objectAudiences } from './0041-object-audiences.ts'
import { invitations } from './0042-invitations.ts'
import { examReview } from './0043-exam-review.ts'
import { examAccommodations } from './0044-exam-accommodations.ts'
import { currencies } from './0045-currencies.ts'
import { examGrace } from './0046-exam-grace.ts'
import { questionBanks } from './0047-question-banks.ts'
import { peopleImports } from './0048-people-imports.ts'
import { anyProvider } from './0049-any-provider.ts'
import { paymentActions } from './0050-payment-actions.ts'
import { manualPayments } from './0051-manual-payments.ts'
import { questionTypes } from './0052-question-types.ts'
import { lessonQuizzes } from './0053-lesson-quizzes.ts'
import { applicationNotes } from './0054-application-notes.ts'
import { phonePrompts } from './0055-phone-prompts.ts'
import { examGrading } from './0056-exam-grading.ts'
import { companies } from './0057-companies.ts'
import { examRegrades } from './0058-exam-regrades.ts'
import { rosters } from './0059-rosters.ts'
import { courseRules } from './0060-course-rules.ts'
import { applicationMessages } from './0061-application-messages.ts'
import { bulkActions } from './0062-bulk-actions.ts'
import { receivedMoney } from './0063-received-money.ts'
import { refundStates } from './0064-refund-states.ts'
import { companyTemplates } from './0065-company-templates.ts'
import { listSearch } from './0066-list-search.ts'
import { taxes } from './0067-taxes.ts'
import { companyPlans } from './0068-company-plans.ts'
import { phoneRenewals } from './0069-phone-renewals.ts'
import { paymentDifferences } from './0070-payment-differences.ts'
import { savedSearches } from './0071-saved-searches.ts'
import { learnerLists } from './0072-learner-lists.ts'
import { courseVersions } from './0073-course-versions.ts'
import { examZones } from './0074-exam-zones.ts'
import { talentPool } from './0076-talent-pool.ts'
import { examEvents } from './0077-exam-events.ts'
import { safeExamBrowser } from './0078-safe-exam-browser.ts'
import { publications } from './0079-publications.ts'
import { institutionIds } from './0081-institutions.ts'
import { careers } from './0082-careers.ts'
import { interviewSlots } from './0084-interview-slots.ts'
import { editedPublications } from './0085-edited-publications.ts'
import { importedCandidates } from './0086-imported-candidates.ts'
import { announcements } from './0091-announcements.ts'
import { hiddenCompanies } from './0092-hidden-companies.ts'
import { announcementMails } from './0093-announcement-mails.ts'
import { consentExtensions } from './0094-consent-extensions.ts'
import { courseListIndexes } from './0095-course-list-indexes.ts'
import { methodSetups } from './0096-method-setups.ts'
import { importedRows } from './0098-imported-rows.ts'
import { namesOfInstitutions } from './0101-names-of-institutions.ts'
import { journal } from './0102-journal.ts'
import { forwardIndex } from './0103-forward-index.ts'
import { placesOfJobPosts } from './0109-places-of-job-posts.ts'
import { indexesOfReferences } from './0110-indexes-of-references.ts'
import { seenFollowers } from './0112-seen-followers.ts'
import type { Migration } from './schema.ts'

export const migrations: readonly Migration[] = [
  accounts,
  platform,
  files,
  identity,
  researchers,
  search,
  billing,
  jobs,
  courses,
  projects,
  exams,
  certificates,
  trust,
  strongSignIn,
  searchCopies,
  languages,
  listFilters,
  audit,
  moderation,
  administration,
  listOrders,
  issuerKeys,
  certificateShares,
  transparencyLog,
  calendars,
  changes,
  webhooks,
  resumableUploads,
  sandboxClock,
  publicProfiles,
  evidence,
  hiring,
  listTotals,
  wordIndexes,
  lastChanges,
  examDrafts,
  oneFolding,
  accessOfKeys,
  blindBatches,
  dataImport,
  objectAudiences,
  invitations,
  examReview,
  examAccommodations,
  currencies,
  examGrace,
  questionBanks,
  peopleImports,
  anyProvider,
  paymentActions,
  manualPayments,
  questionTypes,
  lessonQuizzes,
  applicationNotes,
  phonePrompts,
  examGrading,
  companies,
  examRegrades,
  rosters,
  courseRules,
  applicationMessages,
  bulkActions,
  receivedMoney,
  refundStates,
  companyTemplates,
  listSearch,
  taxes,
  companyPlans,
  phoneRenewals,
  paymentDifferences,
  savedSearches,
  learnerLists,
  courseVersions,
  examZones,
  talentPool,
  examEvents,
  safeExamBrowser,
  publications,
  institutionIds,
  careers,
  interviewSlots,
  editedPublications,
  importedCandidates,
  announcements,
  hiddenCompanies,
  announcementMails,
  consentExtensions,
  courseListIndexes,
  methodSetups,
  importedRows,
  namesOfInstitutions,
  journal,
  forwardIndex,
  placesOfJobPosts,
  indexesOfReferences,
  seenFollowers,
]
