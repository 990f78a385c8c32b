/** Who may read and do what with courses and enrollments. */

import { everyone, not, user, users, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'

export const courseRights = defineRights({
  kind: 'course',
  table: 'courses',
  relations: {
    everyone: everyone({ status: not('draft') }),
    everyoneUnlessHidden: everyone({ hidden_at: null }),
    instructor: user('user_id'),
    /** Those who enrolled before the course became a draft again still see it. */
    enrolled: users({
      table: 'enrollments',
      object: 'course_id',
      where: { awaiting_payment: false },
      when: { hidden_at: null },
      group: 'course:',
      has: ({ enrolled }: { enrolled: boolean }) => enrolled,
    }),
  },
  may: {
    read: ['everyone', 'instructor', 'enrolled', 'admin'],
    /** Reading anything about a hidden course. */
    find: ['everyoneUnlessHidden', 'instructor', 'admin'],
    /** Naming it as a prerequisite. */
    name: ['everyone', 'instructor', 'admin'],
    /** Changing the course and its lessons. */
    manage: ['instructor', 'admin'],
  },
  inherited: ['find'],
})

export const enrollmentRights = defineRights({
  kind: 'enrollment',
  table: 'enrollments',
  parent: 'course_id',
  relations: {
    student: within(user('user_id', { awaiting_payment: false }), {
      rights: courseRights,
      column: 'course_id',
      may: 'find',
      load: ({ course }: { course: { user_id: number; hidden_at: string | null } }) => course,
    }),
  },
  may: { read: ['student'] },
})
