/** The rows of courses, lessons, enrollments and what learners did. */

import type { Generated } from 'kysely'

/** A moment, `2026-11-21T09:14:00.000Z`. */
type Moment = string

export type CourseLevel = 'beginner' | 'intermediate' | 'advanced'
export type CourseStatus = 'draft' | 'published' | 'archived'
export type EnrollmentStatus = 'active' | 'completed' | 'paused'

interface CoursesTable {
  id: Generated<number>
  user_id: number
  title: string
  description: string
  thumbnail: string | null
  category: string
  level: CourseLevel
  price: number
  currency: string
  sequential: boolean
  certificate_enabled: boolean
  status: CourseStatus
  title_key: string
  lessons_count: Generated<number>
  duration_minutes: Generated<number>
  enrolled_count: Generated<number>
  announce_at: Moment | null
  created_at: Moment
  updated_at: Moment
}

interface CourseTermsTable {
  term: string
  course_id: number
}

interface CourseCountsTable {
  id: Generated<number>
  change: number
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
  position: number
  created_at: Moment
  updated_at: Moment
  removed_at: Moment | null
}

interface EnrollmentsTable {
  id: Generated<number>
  course_id: number
  user_id: number
  status: EnrollmentStatus
  enrolled_at: Moment
  last_accessed_at: Moment
  completed_at: Moment | null
  lessons_up_to: number | null
  downloads: Generated<number>
  /** Reserved while a payment is pending: it gives no access and is not counted. */
  awaiting_payment: Generated<boolean>
}

interface LessonProgressTable {
  enrollment_id: number
  lesson_id: number
  completed_at: Moment | null
  reopened_at: Moment | null
  time_spent_seconds: number
}

interface LessonSyncsTable {
  enrollment_id: number
  lesson_id: number
  completed_at: Moment
  time_spent_seconds: number
}

export interface CourseTables {
  courses: CoursesTable
  course_terms: CourseTermsTable
  course_counts: CourseCountsTable
  course_prerequisites: CoursePrerequisitesTable
  lessons: LessonsTable
  enrollments: EnrollmentsTable
  lesson_progress: LessonProgressTable
  lesson_syncs: LessonSyncsTable
}
