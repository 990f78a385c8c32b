import { createRosterRoutes } from '#features/rosters/index.ts'
import { addToExamRoster, listExamRoster, removeFromExamRoster } from './service.ts'

export const examRosterRoutes = createRosterRoutes({
  path: 'exams',
  noun: 'Exam',
  named: 'an exam',
  manager: 'the owner of the exam',
  tag: 'Exams and certificates',
  kept: 'Attempts, also running ones, and certificates of the person stay; seats that they have booked become available.',
  list: listExamRoster,
  add: addToExamRoster,
  remove: removeFromExamRoster,
})
