/** The learners of a course in the order in which they last opened it. */

import type { Migration } from './schema.ts'

export const learnerLists: Migration = {
  name: '0072-learner-lists',
  up(schema) {
    schema.index('enrollments', ['course_id', 'last_accessed_at', 'id'])
  },
}
