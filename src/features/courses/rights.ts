/** Who may read and do what with courses and enrollments. */

import { followObjects, followParts } from '#database/derived/journal.ts'
import { users } from '#database/member-relation.ts'
import { everyone, not, user, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { enrollmentRecord } from './enrollments/record.ts'
import { lessonRecord } from './lessons/record.ts'
import { courseRecord } from './record.ts'

/** The people on the roster of a course. */
const roster = {
  table: 'course_roster_entries',
  object: 'object_id',
  where: { user_id: not(null) },
  has: ({ rostered }: { rostered: boolean }) => rostered,
} as const

export const courseRights = defineRights({
  kind: 'course',
  table: 'courses',
  relations: {
    everyone: everyone({ status: not('draft'), access: 'everyone' }),
    everyoneUnlessHidden: everyone({ hidden_at: null, access: 'everyone' }),
    rostered: users(roster),
    invited: users({ ...roster, when: { status: not('draft'), access: 'invited' } }),
    invitedUnlessHidden: users({ ...roster, when: { hidden_at: null, access: 'invited' } }),
    instructor: user('user_id'),
    /** Those who enrolled before the course became a draft again, or before they were taken off its roster, still see it. */
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
    read: ['everyone', 'invited', 'instructor', 'enrolled', 'admin'],
    /** Reading anything about a hidden course, or one for others. */
    find: ['everyoneUnlessHidden', 'invitedUnlessHidden', 'enrolled', 'instructor', 'admin'],
    /** Naming it as a prerequisite, and in what a job requires. */
    name: ['everyone', 'instructor', 'admin'],
    /** Changing the course, its lessons and its roster. */
    manage: ['instructor', 'admin'],
  },
  inherited: ['find'],
  parts: { roster: 'manage' },
  followed: [
    followObjects(courseRecord),
    followParts(lessonRecord, { object: 'course_id' }),
    followParts({ table: 'course_prerequisites', tracked: [] }, { object: 'course_id' }),
    followParts(
      { table: 'course_cohorts', tracked: ['title', 'starts_at', 'ends_at', 'capacity'] },
      { object: 'course_id' },
    ),
    // That an address turns out to be a user's decides only who sees the course; its managers are not told, because it shows
    // that there is an account.
    followParts({ table: 'course_roster_entries', tracked: [] }, { object: 'object_id', rows: 'roster' }),
  ],
})

/** What is loaded of the course with an enrollment. */
interface OfFoundCourse {
  course: Parameters<typeof courseRights.may.find>[1]
}

export const enrollmentRights = defineRights({
  kind: 'enrollment',
  table: 'enrollments',
  parent: 'course_id',
  relations: {
    student: within(user('user_id', { awaiting_payment: false }), {
      rights: courseRights,
      column: 'course_id',
      may: 'find',
      load: ({ course }: OfFoundCourse) => course,
    }),
  },
  may: { read: ['student'] },
  followed: [
    followObjects(enrollmentRecord),
    followParts(
      { table: 'lesson_progress', tracked: ['completed_at', 'reopened_at', 'time_spent_seconds', 'watched_percent'] },
      { object: 'enrollment_id' },
    ),
  ],
})
