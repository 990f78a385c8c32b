/** Tables of answers that people grade: graders, grades, appeals, files. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

/** What an answer is graded by, with what each level of it is worth. */
export interface RubricCriterion {
  id: number
  criterion: string
  levels: { points: number; description: string }[]
}

/** The index of the level, from 0, by the id of the criterion. */
export type RubricLevels = Record<string, number>

interface ExamGradersTable {
  id: Generated<number>
  exam_id: number
  user_id: number
  added_at: Timestamp
}

interface ExamGradesTable {
  id: number
  exam_id: number
  attempt_id: number
  user_id: number
  question_id: number
  version_id: number
  /** The id of the attempt, or a random one that says nothing about it. */
  grading_id: number
  is_anonymous: boolean
  possible: number
  claimed_by: number | null
  claimed_until: Timestamp | null
  grader_id: number | null
  points_hundredths: number | null
  rubric: Generated<RubricLevels>
  comment: Generated<string>
  graded_at: Timestamp | null
}

interface ExamAppealsTable {
  id: number
  exam_id: number
  attempt_id: number
  user_id: number
  question_id: number
  reason: string
  created_at: Timestamp
  answer: Generated<string>
  answered_by: number | null
  answered_at: Timestamp | null
  points_before_hundredths: number
  points_after_hundredths: number | null
}

interface ExamAnswerFilesTable {
  file_id: number
  attempt_id: number
}

export interface ExamGradingTables {
  exam_graders: ExamGradersTable
  exam_grades: ExamGradesTable
  exam_appeals: ExamAppealsTable
  exam_answer_files: ExamAnswerFilesTable
}
