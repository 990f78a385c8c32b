import { deriveCounts } from '#database/derived/counts.ts'
import type { Feature } from '#features/feature.ts'
import { accommodationRoutes } from './accommodations/routes.ts'
import { alreadyAccommodated } from './accommodations/service.ts'
import { appealRoutes } from './appeals/routes.ts'
import { alreadyAppealed } from './appeals/service.ts'
import { expireAttempts } from './attempts/expiry.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { alreadyBooked } from './bookings/service.ts'
import { examCalendar } from './calendar.ts'
import { examContent } from './content.ts'
import { eventRoutes } from './events/routes.ts'
import { graderRoutes } from './graders/routes.ts'
import { alreadyGrades } from './graders/service.ts'
import { finishReleases } from './grades/release.ts'
import { gradeRoutes } from './grades/routes.ts'
import { materialRoutes, materialUploadRoutes } from './materials/routes.ts'
import { examPersonalData } from './personal-data.ts'
import { questionRoutes } from './questions/routes.ts'
import { countedExams } from './read-list.ts'
import { attemptRecords } from './record-queries.ts'
import { refoldExams } from './refold.ts'
import { regradeRoutes } from './regrade/routes.ts'
import { regradeAll } from './regrade/service.ts'
import { findNextReminder, remindOfClosing, remindOfExams } from './reminders.ts'
import { resultRoutes } from './results/routes.ts'
import { examRosterRoutes } from './roster/routes.ts'
import { examRoutes } from './routes.ts'
import { refreshExamsOfBank } from './section-sizes.ts'
import { attemptOpen } from './standings.ts'
import { statisticsRoutes } from './statistics/routes.ts'

export { parseAnswers } from './attempts/answers.ts'
export { grade } from './attempts/grading.ts'
export { examFees } from './fees.ts'
export { graderLimit } from './graders/service.ts'
export { materialLimit } from './materials/service.ts'
export { findPasses, listPassedExams, listPassers, listProvenExams, suggestExams } from './passed-queries.ts'
export { isOpenType } from './questions/content.ts'
export { toStoredVersion } from './questions/queries.ts'
export { updateRubricGrades } from './questions/rubric-changes.ts'
export { mergeChange, presentQuestion, questionLimit } from './questions/service.ts'
export { validateQuestion } from './questions/validation.ts'
export { indexExam } from './refold.ts'
export { hasFailedTwice } from './results/queries.ts'
export { outcome as examOutcome } from './results/schemas.ts'
export { listOutcomes } from './results/service.ts'
export { accommodationRights, attemptRights, bookingRights, examRights } from './rights.ts'
export { addAddressToExam, findExams } from './roster/service.ts'
export { completeSections, listExamsOfBank } from './section-settings.ts'
export { refreshSectionSize, scheduleRefresh } from './section-sizes.ts'
export { listBankIds } from './sections.ts'
export { createCategoryKey, findQuizzes } from './service.ts'

export const exams: Feature = {
  routes: [
    ...[examRoutes, questionRoutes, attemptRoutes, accommodationRoutes, examRosterRoutes, bookingRoutes],
    ...[materialRoutes, materialUploadRoutes],
    ...[graderRoutes, gradeRoutes, appealRoutes, regradeRoutes],
    ...[statisticsRoutes, resultRoutes, eventRoutes],
  ],
  personalData: examPersonalData,
  derivations: deriveCounts(countedExams),
  userRecords: [attemptRecords],
  content: [examContent],
  calendar: examCalendar,
  tasks: [finishReleases, regradeAll, expireAttempts, remindOfExams, remindOfClosing, refoldExams, refreshExamsOfBank],
  schedules: [
    { name: 'expire_attempts', cron: '* * * * *', task: expireAttempts },
    { name: 'remind_of_exams', cron: '* * * * *', task: remindOfExams, findNextDate: findNextReminder },
  ],
  conflicts: {
    exam_appeals_attempt_id_question_id_unique: alreadyAppealed,
    exam_graders_exam_id_user_id_unique: alreadyGrades,
    exam_accommodations_exam_id_user_id_unique: alreadyAccommodated,
    exam_attempts_exam_id_user_id_unique: attemptOpen,
    exam_bookings_slot_id_user_id_unique: alreadyBooked,
  },
}
