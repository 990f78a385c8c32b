import { deriveCounts, deriveReferenceCount } from '#database/derived/counts.ts'
import type { Feature } from '#features/feature.ts'
import { courseContent } from './content.ts'
import { downloadRoutes } from './download/routes.ts'
import { courseCalendar, findNextReminder, remindOfDueLessons } from './due-dates.ts'
import { alreadyEnrolled } from './enrollments/access.ts'
import { enrollmentRoutes } from './enrollments/routes.ts'
import { learnerRoutes } from './learners/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { courseList } from './list.ts'
import { completePassedLessons, completeQuizLessons } from './passed-lessons.ts'
import { coursePersonalData } from './personal-data.ts'
import { progressRoutes } from './progress/routes.ts'
import { courseOffers, courseSitemap, publicCourseRoutes } from './public/routes.ts'
import { enrollmentRecords } from './record-queries.ts'
import { refoldCourses } from './refold.ts'
import { courseRosterRoutes } from './roster/routes.ts'
import { catalogRoutes } from './routes.ts'
import { courseFollower } from './search.ts'
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
export { maxCohorts } from './cohort-schemas.ts'
export { enrollLearner, findOpenCourses } from './enrollments/learners.ts'
export { coursePayments } from './enrollments/payments.ts'
export { lessonLimit } from './lessons/authoring.ts'
export { saveCourseSkills } from './refold.ts'
export { courseRights, enrollmentRights } from './rights.ts'

export const courses: Feature = {
  sitemap: courseSitemap,
  offers: courseOffers,
  routes: [
    ...[catalogRoutes, lessonRoutes, enrollmentRoutes, learnerRoutes],
    ...[progressRoutes, downloadRoutes, courseRosterRoutes, publicCourseRoutes],
  ],
  personalData: coursePersonalData,
  followers: [courseFollower],
  derivations: [
    ...deriveCounts(courseList.counted),
    deriveReferenceCount({
      table: 'enrollments',
      column: 'cohort_id',
      parent: 'course_cohorts',
      count: 'enrolled_count',
    }),
  ],
  userRecords: [enrollmentRecords],
  content: [courseContent],
  calendar: courseCalendar,
  tasks: [announceCourse, refoldCourses, completeQuizLessons, remindOfDueLessons],
  schedules: [
    { name: 'remind_of_due_lessons', cron: '*/10 * * * *', task: remindOfDueLessons, findNextDate: findNextReminder },
  ],
  async onEvidenceChanged(tx, change) {
    if ('userIds' in change) await completePassedLessons(tx, change.userIds)
  },
  conflicts: { enrollments_course_id_user_id_unique: alreadyEnrolled },
}
