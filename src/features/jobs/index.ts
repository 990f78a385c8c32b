import { deriveCounts } from '#database/derived/counts.ts'
import type { Feature } from '#features/feature.ts'
import { refoldApplications } from './applications/refold.ts'
import {
  endReservedPlaces,
  findNextLapse,
  submitPendingApplications,
  submitReservedPlaces,
} from './applications/reserved-places.ts'
import { readResumes, readResumesAgain } from './applications/resumes.ts'
import { applicationRoutes, submissionRoutes } from './applications/routes.ts'
import { mailStatus } from './applications/status.ts'
import { alreadyApplied } from './applications/submission.ts'
import { deliverSealed } from './applications/submission-completion.ts'
import { finishBulkAction } from './bulk/finish.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { eraseCandidate } from './candidate-links.ts'
import { replaceRecruiter } from './company-changes.ts'
import { funnelRoutes } from './funnel/routes.ts'
import { interviewCalendar } from './interviews/calendar.ts'
import { invitationRoutes } from './interviews/invitation-routes.ts'
import { interviewRoutes } from './interviews/routes.ts'
import { messageContent } from './messages/content.ts'
import { messageRoutes } from './messages/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { jobPersonalData } from './personal-data.ts'
import { jobPostContent } from './posts/content.ts'
import { jobPostList } from './posts/list.ts'
import { refoldJobPosts } from './posts/refold.ts'
import { jobPostRoutes } from './posts/routes.ts'
import { jobPostFollower } from './posts/search.ts'
import { jobOffers, jobSitemap, publicJobRoutes } from './public/routes.ts'
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
export { isAccepting } from './applications/submission-completion.ts'
export { normalizeTags, toTagKey } from './applications/tags.ts'
export { findAcceptingPost, getApplicantId, submitForCandidate } from './candidate-applications.ts'
export { toEmailKey } from './candidate-links.ts'
export { calculateStart } from './interviews/interview-start.ts'
export { mailAboutApplication } from './mails.ts'
export { savePostSkills } from './matching/post-skills.ts'
export { messageLimit } from './messages/service.ts'
export { noteLimit } from './notes/service.ts'
export { checkCompany, mayRecruitFor, unknownCompany } from './posts/company.ts'
export { openJobPosts } from './posts/open-limit.ts'
export { filterOpenPosts, listOpenPostOwners, readOpenPosts } from './posts/open-posts.ts'
export { jobPostIndex } from './posts/search.ts'
export { getManagedJobPost, getPostForMatching } from './posts/service.ts'
export { listOpenPostsOf } from './public/service.ts'
export { maxRequirements } from './requirements/schemas.ts'
export { reviewerLimit } from './reviewers/service.ts'
export {
  applicationRights,
  interviewRights,
  interviewSlotRights,
  jobPostRights,
  templateRights,
} from './rights.ts'
export { scorecardLimit } from './scorecards/service.ts'
export { findTextErrors } from './templates/placeholders.ts'
export { maxTemplates } from './templates/service.ts'

export const jobs: Feature = {
  sitemap: jobSitemap,
  offers: jobOffers,
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
    funnelRoutes,
    interviewRoutes,
    invitationRoutes,
    slotRoutes,
    slotChoiceRoutes,
    choiceRoutes,
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
    eraseCandidate,
    refoldJobPosts,
    refoldApplications,
    readResumesAgain,
  ],
  repeated: [readResumes],
  schedules: [{ name: 'end_reserved_places', cron: '* * * * *', task: endReservedPlaces, findNextDate: findNextLapse }],
  onEvidenceChanged: submitPendingApplications,
  onCompanyChanged: replaceRecruiter,
  conflicts: {
    job_applications_job_post_id_user_id_unique: alreadyApplied,
    job_reviewers_job_post_id_user_id_unique: alreadyReviews,
    scorecards_application_id_user_id_unique: alreadyScored,
  },
}
