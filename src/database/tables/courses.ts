/** Tables of lessons, enrollments and progress, and of what belongs to courses. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

export type EnrollmentStatus = 'active' | 'completed' | 'paused'

interface CourseWordsTable {
  item_id: number
  words: string
}

interface CoursePrerequisitesTable {
  course_id: number
  prerequisite_id: number
}

interface LessonsTable {
  id: Generated<number>
  course_id: number
  title: string
  description: string
  duration_minutes: number
  video_url: string | null
  content_url: string | null
  content: string
  rendered: Generated<string>
  position: number
  created_at: Timestamp
  updated_at: Timestamp
  removed_at: Timestamp | null
}

interface EnrollmentsTable {
  id: Generated<number>
  course_id: number
  user_id: number
  status: EnrollmentStatus
  enrolled_at: Timestamp
  last_accessed_at: Timestamp
  completed_at: Timestamp | null
  lessons_up_to: number | null
  downloads: Generated<number>
  /** Reserved while a payment is pending: it gives no access and is not counted. */
  awaiting_payment: Generated<boolean>
}

interface LessonProgressTable {
  enrollment_id: number
  lesson_id: number
  completed_at: Timestamp | null
  reopened_at: Timestamp | null
  time_spent_seconds: number
}

interface LessonSyncsTable {
  enrollment_id: number
  lesson_id: number
  completed_at: Timestamp
  time_spent_seconds: number
}

export interface CourseTables {
  course_words: CourseWordsTable
  course_prerequisites: CoursePrerequisitesTable
  lessons: LessonsTable
  enrollments: EnrollmentsTable
  lesson_progress: LessonProgressTable
  lesson_syncs: LessonSyncsTable
}
