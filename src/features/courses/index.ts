import type { Feature } from '#features/feature.ts'
import { courseBelongings } from './belongings/service.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { compactCourseCounts } from './catalog/service.ts'
import { announceCourse } from './changes/service.ts'
import { downloadRoutes } from './download/routes.ts'
import { alreadyEnrolled } from './enrollments/access.ts'
import { enrollmentRoutes } from './enrollments/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { progressRoutes } from './progress/routes.ts'

export { countFinishedCourses, coursesTaught } from './achievements.ts'
export { coursePayments } from './enrollments/payments.ts'

export const courses: Feature = {
  routes: [catalogRoutes, lessonRoutes, enrollmentRoutes, progressRoutes, downloadRoutes],
  personalData: courseBelongings,
  tasks: [compactCourseCounts, announceCourse],
  schedules: [{ name: 'compact_course_counts', cron: '*/5 * * * *', task: compactCourseCounts }],
  conflicts: { enrollments_course_id_user_id_unique: alreadyEnrolled },
}
