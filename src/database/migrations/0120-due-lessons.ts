/** The learners of a course by when they began, among whom those are found for whom a lesson is due. */

import type { Migration } from './schema.ts'

export const dueLessons: Migration = {
  name: '0120-due-lessons',
  up(schema) {
    schema.index('enrollments', ['course_id', 'enrolled_at'])
  },
}
