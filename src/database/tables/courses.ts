/** Tables of courses without a record of their own. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface CoursePrerequisitesTable {
  course_id: number
  prerequisite_id: number
}

interface LessonProgressTable {
  enrollment_id: number
  lesson_id: number
  completed_at: Timestamp | null
  reopened_at: Timestamp | null
  time_spent_seconds: number
  /** The greatest part of its video that the learner reported. */
  watched_percent: Generated<number>
}

interface LessonSyncsTable {
  enrollment_id: number
  lesson_id: number
  completed_at: Timestamp
  time_spent_seconds: number
}

interface CourseCohortsTable {
  id: Generated<number>
  course_id: number
  title: string
  starts_at: Timestamp
  /** Null for no end. */
  ends_at: Timestamp | null
  /** Null for no limit. */
  capacity: number | null
  /** Kept by triggers of `enrollments`; reservations count. */
  enrolled_count: Generated<number>
}

interface DueRemindersTable {
  enrollment_id: number
  lesson_id: number
  due_at: Timestamp
}

interface CourseVersionsTable {
  id: Generated<number>
  course_id: number
  version: string
  files: readonly { path: string; size: number; sha256: string }[]
  created_at: Timestamp
}

export interface CourseTables {
  course_versions: CourseVersionsTable
  course_cohorts: CourseCohortsTable
  due_reminders: DueRemindersTable
  course_prerequisites: CoursePrerequisitesTable
  lesson_progress: LessonProgressTable
  lesson_syncs: LessonSyncsTable
}
