/** What completes a lesson. */

import { fill, type Sentence } from '#language/sentence.ts'
import type { Completion } from './record.ts'

interface LessonRule {
  completion: Completion
  exam_id: number | null
}

/** Returns the rule that counts: without an exam, which may be deleted, the learner marks the lesson. */
export const getCompletion = ({ completion, exam_id }: LessonRule): Completion =>
  completion.rule === 'passed' && exam_id === null ? { ...completion, rule: 'marked' } : completion

/** Returns why the learner may not mark the lesson; null when they may. */
export function describeUnmarkable(lesson: LessonRule): Sentence | null {
  const { rule, watched_percent } = getCompletion(lesson)
  if (rule === 'opened') return 'This lesson completes when it is opened.'
  if (rule === 'passed') return 'This lesson completes when its exam is passed.'
  if (rule === 'watched')
    return fill('This lesson completes when {percent}% of it has been watched.', { percent: watched_percent })
  return null
}
