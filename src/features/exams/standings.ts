import { createRuleViolation, type Problem } from '#core/problem.ts'
import type { ExamStatus, PublicationStatus } from './record.ts'
import { type AccommodationColumns, getTerms } from './terms.ts'

/** An exam with the standing of a user. */
export interface AttemptSummary extends AccommodationColumns {
  publication_status: PublicationStatus
  /** Whether it belongs to lessons that are locked for the user. */
  is_locked: boolean
  /** When the lesson of an exam for practice opens; null where none decides. */
  lesson_opens_at: string | null
  available_from: string
  available_until: string | null
  max_attempts: number
  attempts_used: number
  passed: boolean | null
  open_attempt_id: number | null
  question_count: number | null
  pool_size: number
  /** The number of questions that the sections give; null without sections. */
  section_size: number | null
}

export const noAttemptsLeft = createRuleViolation('You have no attempts left for this exam.')
export const attemptOpen = createRuleViolation('You already have an open attempt at this exam; continue with that one.')
const notPublished = createRuleViolation('This exam is not published yet.')
const tooEarly = createRuleViolation('This exam has not begun yet.')
const tooLate = createRuleViolation('The time for this exam is over.')
const alreadyPassed = createRuleViolation('You have already passed this exam.')
const lockedLesson = createRuleViolation('The lesson of this exam is locked; complete the lessons before it first.')
export const withoutQuestions = createRuleViolation('This exam has no questions yet.')

export const countRemainingAttempts = (standing: AttemptSummary) =>
  Math.max(0, getTerms(standing).max_attempts - standing.attempts_used)

/** The number of questions of an attempt. */
export const countQuestions = ({
  question_count,
  pool_size,
  section_size,
}: Pick<AttemptSummary, 'question_count' | 'pool_size' | 'section_size'>) =>
  section_size ?? Math.min(question_count ?? pool_size, pool_size)

function isClosed(standing: AttemptSummary, now: string): boolean {
  const { available_until } = getTerms(standing)
  return available_until !== null && available_until <= now
}

/** Returns what the exam is to the person. The list finds exams by the same rule, with `isFinished` and the terms in SQL. */
export function getExamStatus(standing: AttemptSummary, now: string): ExamStatus {
  if (now < getTerms(standing).available_from) return 'upcoming'
  const isDone = standing.passed === true || countRemainingAttempts(standing) === 0
  return isDone || isClosed(standing, now) ? 'completed' : 'available'
}

/** Returns why no attempt can begin now; null when one can. */
export function describeWhyClosed(standing: AttemptSummary, now: string): Problem | null {
  if (standing.publication_status !== 'published') return notPublished
  if (standing.is_locked) return lockedLesson
  if (standing.lesson_opens_at !== null && now < standing.lesson_opens_at) return tooEarly
  if (now < getTerms(standing).available_from) return tooEarly
  if (isClosed(standing, now)) return tooLate
  if (standing.open_attempt_id !== null) return attemptOpen
  if (standing.passed === true) return alreadyPassed
  if (countRemainingAttempts(standing) === 0) return noAttemptsLeft
  return countQuestions(standing) === 0 ? withoutQuestions : null
}
