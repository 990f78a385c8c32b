import { createRosterRoutes } from '#features/rosters/index.ts'
import { addToCourseRoster, listCourseRoster, removeFromCourseRoster } from './service.ts'

export const courseRosterRoutes = createRosterRoutes({
  path: 'courses',
  noun: 'Course',
  named: 'a course',
  manager: 'the instructor of the course',
  tag: 'Courses',
  kept: 'A person who is enrolled stays enrolled, and keeps the certificate.',
  list: listCourseRoster,
  add: addToCourseRoster,
  remove: removeFromCourseRoster,
})
