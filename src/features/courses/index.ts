import type { Feature } from '#features/feature.ts'
import { courseContent } from './content.ts'
import { downloadRoutes } from './download/routes.ts'
import { alreadyEnrolled } from './enrollments/access.ts'
import { enrollmentRoutes } from './enrollments/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { coursePersonalData } from './personal-data.ts'
import { progressRoutes } from './progress/routes.ts'
import { enrollmentRecords } from './record-queries.ts'
import { refoldCourses } from './refold.ts'
import { courseRosterRoutes } from './roster/routes.ts'
import { catalogRoutes } from './routes.ts'
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
export { enrollLearner, findOpenCourses } from './enrollments/learners.ts'
export { coursePayments } from './enrollments/payments.ts'
export { indexCourse } from './refold.ts'
export { courseRights, enrollmentRights } from './rights.ts'

export const courses: Feature = {
  routes: [catalogRoutes, lessonRoutes, enrollmentRoutes, progressRoutes, downloadRoutes, courseRosterRoutes],
  personalData: coursePersonalData,
  userRecords: [enrollmentRecords],
  content: [courseContent],
  tasks: [announceCourse, refoldCourses],
  conflicts: { enrollments_course_id_user_id_unique: alreadyEnrolled },
}
