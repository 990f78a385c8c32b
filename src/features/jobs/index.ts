import type { Feature } from '#features/feature.ts'
import { applicationRoutes, submissionRoutes } from './applications/routes.ts'
import { mailStatus } from './applications/service.ts'
import { alreadyApplied } from './applications/submission.ts'
import { interviewCalendar } from './interviews/calendar.ts'
import { interviewRoutes } from './interviews/routes.ts'
import { jobPersonalData } from './personal-data.ts'
import { jobPostContent } from './posts/content.ts'
import { jobPostRoutes } from './posts/routes.ts'
import { jobSitemap, publicJobRoutes } from './public/routes.ts'
import { applicationRecords } from './record-queries.ts'

export { openJobPosts } from './posts/open-limit.ts'

export const jobs: Feature = {
  sitemap: jobSitemap,
  routes: [jobPostRoutes, submissionRoutes, applicationRoutes, interviewRoutes, publicJobRoutes],
  personalData: jobPersonalData,
  userRecords: [applicationRecords],
  content: [jobPostContent],
  calendar: interviewCalendar,
  tasks: [mailStatus],
  conflicts: { job_applications_job_post_id_user_id_unique: alreadyApplied },
}
