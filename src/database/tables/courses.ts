/** Tables of courses without a record of their own. */

import type { Timestamp } from './types.ts'

interface CourseWordsTable {
  item_id: number
  words: string
}

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
  lesson_progress: LessonProgressTable
  lesson_syncs: LessonSyncsTable
}
