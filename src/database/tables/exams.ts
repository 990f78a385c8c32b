/** Tables of exams: questions and their versions, attempts, bookings, study materials. */

import type { Generated } from 'kysely'
import type { ExamGradingTables, RubricCriterion } from './exam-grading.ts'
import type { Timestamp } from './types.ts'

/** The types that the column `type` of versions can contain. */
export type FirstQuestionType = 'single_choice' | 'multiple_choice' | 'true_false' | 'short_answer' | 'numeric'
/** The types whose answers people grade. */
export type OpenQuestionType = 'essay' | 'file_upload'
export type LaterQuestionType = 'ordering' | 'matching' | 'cloze' | OpenQuestionType
export type QuestionType = FirstQuestionType | LaterQuestionType

/** How answers that are partly right or wrong count. */
export interface Marking {
  partial_credit: 'none' | 'proportional'
  /** Percent of the points that a wrong choice costs. */
  negative_marks: number
  /** Whether a question can cost points of others. */
  negative_total: boolean
}
/** Whether people have yet to grade answers of an attempt that is over. */
export type GradingState = 'pending' | 'final'

interface ExamQuestionsTable {
  id: Generated<number>
  exam_id: number
  position: number
  version: number
}

/**
 * The correct answer: one text, boolean or number, or several texts for some types; numbers have a tolerance. Of `ordering` all
 * options in the right order, of `matching` the right side of each of the `prompts`, of `cloze` the accepted texts of each of them.
 */
export interface AnswerKey {
  correct: (string | number | boolean)[]
  tolerance: number
  /** Left sides or blanks, in their order. */
  prompts?: string[]
  accepted?: string[][]
  /** Of an essay; null without a limit. */
  max_words?: number | null
  /** Whether everybody gets the points. */
  is_void?: boolean
  /** Of an answer that people grade. */
  rubric?: RubricCriterion[]
}

/**
 * An answer of names and values is stored as a list of pairs, because a merge of objects would mix two answers. Uploaded files are a
 * list of ids.
 */
export type AnswerValue = string | number | boolean | string[] | number[] | [string, string][]
/** The answers by the id of the question. */
export type Answers = Record<string, AnswerValue>

/** A question of an attempt: its version, its options in the order shown, and its points where a section says them. */
export interface PaperQuestion {
  question_id: number
  version_id: number
  options: number[]
  points?: number
  /** The version that it is graded by, after a regrading; the one that was shown otherwise. */
  graded_by?: number
}

/** The questions of a bank that a section draws from. */
export interface BankSource {
  bank_id: number
  /** One of these tags, unless there are none. */
  tags_any: string[]
  tags_all: string[]
  difficulty: number | null
}

export interface ExamSection {
  id: number
  title: string
  source: 'own' | BankSource
  /** The number of questions; null for all. */
  draw: number | null
  /** The points of each question; null for those of the question. */
  points_each: number | null
  shuffle: boolean
}

interface BankEditorsTable {
  id: Generated<number>
  bank_id: number
  user_id: number
  added_at: Timestamp
}

interface BankQuestionsTable {
  id: number
  bank_id: number
  position: number
  version: number
}

interface ExamBanksTable {
  exam_id: number
  bank_id: number
}

interface ExamAnswerSheetsTable {
  attempt_id: number
  answers: Answers
  revision: number
  saved_at: Timestamp
  open_until: Timestamp | null
  late_by_seconds: Generated<number | null>
  origin: Generated<string | null>
  reported_events: Generated<number>
  noticed_events: Generated<number>
}

/** What the page of a candidate reports, and what the service notices itself. */
export type EventType =
  | 'focus_lost'
  | 'focus_gained'
  | 'pasted'
  | 'fullscreen_left'
  | 'other'
  | 'session_changed'
  | 'address_changed'
  | 'device_changed'

interface ExamEventsTable {
  id: Generated<number>
  attempt_id: number
  type: EventType
  at: Timestamp
  detail: string
  recorded_at: Timestamp
}

interface ExamStandingsTable {
  user_id: number
  exam_id: number
  attempts_made: number
  attempts_used: number
  passed: boolean | null
}

interface ExamAccommodationsTable {
  id: Generated<number>
  exam_id: number
  user_id: number
  extra_minutes: number
  factor_percent: number
  extra_attempts: number
  available_from: Timestamp | null
  available_until: Timestamp | null
  note: string
  created_at: Timestamp
  updated_at: Timestamp
}

interface UserAccommodationsTable {
  user_id: number
  factor_percent: number
  note: string
  updated_at: Timestamp
}

interface ExamSlotsTable {
  id: Generated<number>
  exam_id: number
  starts_at: Timestamp
  place_key: string
  taken: number
}

interface ExamBookingsTable {
  id: Generated<number>
  slot_id: number
  exam_id: number
  user_id: number
  exam_type: string
  date: string
  time: string
  timezone: Generated<string>
  location: string
  status: 'confirmed'
  starts_at: Timestamp
  reminded_at: Timestamp | null
  created_at: Timestamp
}

interface StudyMaterialsTable {
  id: Generated<number>
  exam_id: number
  file_id: number
  title: string
  type: string
  download_count: Generated<number>
  created_at: Timestamp
}

export interface ExamTables extends ExamGradingTables {
  exam_questions: ExamQuestionsTable
  exam_answer_sheets: ExamAnswerSheetsTable
  exam_events: ExamEventsTable
  exam_standings: ExamStandingsTable
  bank_editors: BankEditorsTable
  bank_questions: BankQuestionsTable
  exam_banks: ExamBanksTable
  exam_accommodations: ExamAccommodationsTable
  user_accommodations: UserAccommodationsTable
  exam_slots: ExamSlotsTable
  exam_bookings: ExamBookingsTable
  study_materials: StudyMaterialsTable
}
