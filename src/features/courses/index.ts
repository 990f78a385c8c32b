import type { Feature } from '#features/feature.ts'
import { courseContent } from './courses/content.ts'
import { refoldCourses } from './courses/refold.ts'
import { catalogRoutes } from './courses/routes.ts'
import { downloadRoutes } from './download/routes.ts'
import { alreadyEnrolled } from './enrollments/access.ts'
import { enrollmentRoutes } from './enrollments/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { coursePersonalData } from './personal-data.ts'
import { progressRoutes } from './progress/routes.ts'
import { enrollmentRecords } from './record-queries.ts'
import { announceCourse } from './update-notices.ts'

export {
  countFinishedCourses,
  findCompletions,
  listCompletedCourses,
  listCompleters,
  listProvenCourses,
  listTaughtCourses,
  suggestCourses,
} from './achievements.ts'
export { indexCourse } from './courses/refold.ts'
export { enrollLearner, findOpenCourses } from './enrollments/learners.ts'
export { coursePayments } from './enrollments/payments.ts'
export { courseRights, enrollmentRights } from './rights.ts'

export const courses: Feature = {
  routes: [catalogRoutes, lessonRoutes, enrollmentRoutes, progressRoutes, downloadRoutes],
  personalData: coursePersonalData,
  userRecords: [enrollmentRecords],
  content: [courseContent],
  tasks: [announceCourse, refoldCourses],
  conflicts: { enrollments_course_id_user_id_unique: alreadyEnrolled },
}
