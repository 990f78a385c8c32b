import { deriveCounts } from '#database/derived/counts.ts'
import type { Feature } from '#features/feature.ts'
import { deliverSealed } from './applications/placing.ts'
import { refoldApplications } from './applications/refold.ts'
import { endReservedPlaces, submitPendingApplications, submitReservedPlaces } from './applications/reserved-places.ts'
import { readResumes, readResumesAgain } from './applications/resumes.ts'
import { applicationRoutes, submissionRoutes } from './applications/routes.ts'
import { mailStatus } from './applications/status.ts'
import { alreadyApplied } from './applications/submission.ts'
import { finishBulkAction } from './bulk/finish.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { eraseCandidate } from './candidate-links.ts'
import { removeOldCandidates } from './candidates/ending.ts'
import { candidateInvitationRoutes } from './candidates/invitation-routes.ts'
import { applyForAccepted } from './candidates/joining.ts'
import { candidateRoutes } from './candidates/routes.ts'
import { replaceRecruiter } from './company-changes.ts'
import { funnelRoutes } from './funnel/routes.ts'
import { interviewCalendar } from './interviews/calendar.ts'
import { invitationRoutes } from './interviews/invitation-routes.ts'
import { interviewRoutes } from './interviews/routes.ts'
import { messageContent } from './messages/content.ts'
import { messageRoutes } from './messages/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { jobPersonalData } from './personal-data.ts'
import { consentRoutes } from './pool/consent-routes.ts'
import { endConsents } from './pool/ending.ts'
import { talentPoolRoutes } from './pool/routes.ts'
import { alreadyInPool } from './pool/service.ts'
import { jobPostContent } from './posts/content.ts'
import { jobPostList } from './posts/list.ts'
import { refoldJobPosts } from './posts/refold.ts'
import { jobPostRoutes } from './posts/routes.ts'
import { jobPostFollower } from './posts/search.ts'
import { jobSitemap, publicJobRoutes } from './public/routes.ts'
import { applicationRecords } from './record-queries.ts'
import { reviewerRoutes } from './reviewers/routes.ts'
import { alreadyReviews } from './reviewers/service.ts'
import { scorecardRoutes } from './scorecards/routes.ts'
import { alreadyScored } from './scorecards/service.ts'
import { choiceRoutes } from './slots/choice-routes.ts'
import { slotChoiceRoutes, slotRoutes } from './slots/routes.ts'
import { templateRoutes } from './templates/routes.ts'

export { toSearchKey } from './applications/search-key.ts'
export { historyLimit as applicationHistoryLimit } from './applications/status.ts'
export { normalizeTags, toTagKey } from './applications/tags.ts'
export { calculateStart } from './interviews/start.ts'
export { savePostSkills } from './matching/post-skills.ts'
export { messageLimit } from './messages/service.ts'
export { noteLimit } from './notes/service.ts'
export { openJobPosts } from './posts/open-limit.ts'
export { filterOpenPosts, readOpenPosts } from './posts/open-posts.ts'

export { jobPostIndex } from './posts/search.ts'
export { listOpenPostsOf } from './public/service.ts'
export { mostRequirements } from './requirements/schemas.ts'
export { mostReviewers } from './reviewers/service.ts'
export {
  applicationRights,
  interviewRights,
  interviewSlotRights,
  jobPostRights,
  talentPoolRights,
  templateRights,
} from './rights.ts'
export { scorecardLimit } from './scorecards/service.ts'
export { findTextErrors } from './templates/placeholders.ts'
export { mostTemplates } from './templates/service.ts'

export const jobs: Feature = {
  sitemap: jobSitemap,
  routes: [
    jobPostRoutes,
    submissionRoutes,
    applicationRoutes,
    reviewerRoutes,
    scorecardRoutes,
    noteRoutes,
    messageRoutes,
    templateRoutes,
    bulkRoutes,
    candidateRoutes,
    candidateInvitationRoutes,
    funnelRoutes,
    interviewRoutes,
    invitationRoutes,
    slotRoutes,
    slotChoiceRoutes,
    choiceRoutes,
    talentPoolRoutes,
    consentRoutes,
    publicJobRoutes,
  ],
  personalData: jobPersonalData,
  followers: [jobPostFollower],
  derivations: deriveCounts(jobPostList.counted),
  userRecords: [applicationRecords],
  content: [jobPostContent, messageContent],
  calendar: interviewCalendar,
  tasks: [
    mailStatus,
    finishBulkAction,
    deliverSealed,
    submitReservedPlaces,
    endReservedPlaces,
    endConsents,
    removeOldCandidates,
    eraseCandidate,
    refoldJobPosts,
    refoldApplications,
    readResumesAgain,
  ],
  repeated: [readResumes],
  schedules: [
    { name: 'end_reserved_places', cron: '* * * * *', task: endReservedPlaces },
    { name: 'end_consents', cron: '* * * * *', task: endConsents },
    { name: 'remove_old_candidates', cron: '53 3 * * *', task: removeOldCandidates },
  ],
  onEvidenceChanged: submitPendingApplications,
  onEmailVerified: applyForAccepted,
  onCompanyChanged: replaceRecruiter,
  conflicts: {
    job_applications_job_post_id_user_id_unique: alreadyApplied,
    job_reviewers_job_post_id_user_id_unique: alreadyReviews,
    scorecards_application_id_user_id_unique: alreadyScored,
    talent_pool_entries_keeper_id_user_id_unique: alreadyInPool,
    talent_pool_entries_company_id_user_id_unique: alreadyInPool,
  },
}
