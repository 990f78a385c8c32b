/** Values in the tables of exams: questions and their versions, attempts, bookings, study materials. */

import type { RubricCriterion } from './exam-grading.ts'

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
  /** Whether all candidates get the points. */
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
