/** Attempts of exams: answers, events, grades and appeals. */

import type { RubricLevels } from '../../tables/exam-grading.ts'
import type { Answers, EventType } from '../../tables/exams.ts'
import { boolean, id, integer, json, type Schema, text, timestamp } from '../schema.ts'

export function defineExamAttempts(schema: Schema) {
  schema.table('exam_attempts', {
    id: id(),
    exam_id: integer().references('exams'),
    user_id: integer().references('users'),
    number: integer(),
    status: text().oneOf('in_progress', 'submitted', 'expired'),
    paper: json(),
    // Copied from the exam when the attempt began.
    passing_score: integer(),
    on_expiry: text().oneOf('grade', 'void'),
    started_at: timestamp(),
    expires_at: timestamp(),
    submitted_at: timestamp().nullable(),
    // Null until it is graded.
    answered: integer().nullable(),
    correct: integer().nullable(),
    score: integer().nullable(),
    passed: boolean().nullable(),
    // Copied from the exam when the attempt began; null for attempts of former versions.
    duration_minutes: integer().nullable(),
    closes_at: timestamp().nullable(),
    // The minutes that all attempts in progress got in addition.
    extension_minutes: integer().default(0),
    // Copied from the exam when the attempt began; attempts of former versions have none.
    grace_minutes: integer().default(0),
    // Copied from the exam when the attempt began.
    marking: json().default('{"partial_credit": "none", "negative_marks": 0, "negative_total": false}'),
    grading: text().oneOf('pending', 'final').default('final'),
    // Percent, by the answers that people do not grade; null once the score is final.
    certain_score: integer().nullable(),
    // The number of answers that the score does not contain yet.
    ungraded: integer().default(0),
    // From then on the grades do not change until the score is computed.
    released_at: timestamp().nullable(),
    // Of the last regrading that changed the score; null without one.
    score_before: integer().nullable(),
  })
  schema.index('exam_attempts', ['exam_id', 'user_id'], { unique: true, where: "status = 'in_progress'" })
  schema.index('exam_attempts', ['exam_id', 'user_id', 'number'], { unique: true })
  schema.index('exam_attempts', ['expires_at', 'id'], { where: "status = 'in_progress'" })
  schema.index('exam_attempts', ['exam_id', 'id'])
  schema.index('exam_attempts', ['exam_id', 'status', 'id'])
  schema.index('exam_attempts', ['user_id', 'id'])
  schema.index('exam_attempts', ['user_id', 'status', 'id'])
  schema.index('exam_attempts', ['user_id', 'exam_id', 'id'])
  schema.index('exam_attempts', ['exam_id', 'released_at', 'id'], { where: "grading = 'pending'" })

  // Separate from the attempt, because it is written every few seconds; a save reads and writes one row.
  const exam_answer_sheets = schema.table(
    'exam_answer_sheets',
    {
      attempt_id: integer().references('exam_attempts', 'cascade'),
      answers: json<Answers>(),
      revision: integer(),
      saved_at: timestamp(),
      // Null once the attempt is over.
      open_until: timestamp().nullable(),
      // The seconds after the end at which the last answers arrived; null if they were in time.
      late_by_seconds: integer().nullable(),
      // Keyed hashes of the session, network and device of the last request, while the attempt is open.
      origin: text().nullable(),
      reported_events: integer().default(0),
      noticed_events: integer().default(0),
    },
    { primaryKey: ['attempt_id'] },
  )

  // The attempts and the result of a user at an exam, so that lists do not count attempts.
  const exam_standings = schema.table(
    'exam_standings',
    {
      user_id: integer().references('users'),
      exam_id: integer().references('exams', 'cascade'),
      attempts_made: integer(),
      attempts_used: integer(),
      passed: boolean().nullable(),
    },
    { primaryKey: ['user_id', 'exam_id'] },
  )
  schema.index('exam_standings', ['exam_id', 'user_id'])

  const exam_events = schema.table('exam_events', {
    id: id(),
    attempt_id: integer().references('exam_attempts', 'cascade'),
    type: text<EventType>(),
    // By the clock of the device, for what the page reports.
    at: timestamp(),
    detail: text(),
    recorded_at: timestamp(),
  })
  schema.index('exam_events', ['attempt_id', 'id'])

  const exam_graders = schema.table(
    'exam_graders',
    {
      id: id(),
      exam_id: integer().references('exams', 'cascade'),
      user_id: integer().references('users'),
      added_at: timestamp(),
    },
    { unique: [['exam_id', 'user_id']] },
  )
  schema.index('exam_graders', ['exam_id', 'id'])
  schema.index('exam_graders', ['user_id', 'exam_id'])

  // One for each answer that people grade. The ids are random, so that their order says nothing about the
  // attempts.
  const exam_grades = schema.table(
    'exam_grades',
    {
      id: integer(),
      exam_id: integer().references('exams', 'cascade'),
      attempt_id: integer().references('exam_attempts', 'cascade'),
      // Of the attempt.
      user_id: integer().references('users'),
      question_id: integer(),
      version_id: integer(),
      // By which graders know the attempt: its id, or a random one with anonymous grading.
      grading_id: integer(),
      is_anonymous: boolean(),
      // The points of a perfect answer.
      possible: integer(),
      claimed_by: integer().nullable().references('users'),
      claimed_until: timestamp().nullable(),
      grader_id: integer().nullable().references('users'),
      points_hundredths: integer().nullable(),
      rubric: json<RubricLevels>().default('{}'),
      comment: text().default(''),
      graded_at: timestamp().nullable(),
    },
    {
      primaryKey: ['id'],
      unique: [
        ['attempt_id', 'question_id'],
        ['grading_id', 'question_id'],
      ],
    },
  )
  schema.index('exam_grades', ['exam_id', 'id'], { where: 'points_hundredths is null' })
  schema.index('exam_grades', ['exam_id', 'graded_at', 'id'], { where: 'points_hundredths is not null' })
  schema.index('exam_grades', ['claimed_by'], { where: 'claimed_by is not null' })
  schema.index('exam_grades', ['grader_id'], { where: 'grader_id is not null' })
  schema.index('exam_grades', ['user_id'])
  schema.index('exam_grades', ['question_id'])

  const exam_appeals = schema.table(
    'exam_appeals',
    {
      // Random, as above.
      id: integer(),
      exam_id: integer().references('exams', 'cascade'),
      attempt_id: integer().references('exam_attempts', 'cascade'),
      // Of the attempt.
      user_id: integer().references('users'),
      question_id: integer(),
      reason: text(),
      created_at: timestamp(),
      answer: text().default(''),
      answered_by: integer().nullable().references('users'),
      answered_at: timestamp().nullable(),
      points_before_hundredths: integer(),
      points_after_hundredths: integer().nullable(),
    },
    { primaryKey: ['id'], unique: [['attempt_id', 'question_id']] },
  )
  schema.index('exam_appeals', ['exam_id', 'id'])
  schema.index('exam_appeals', ['user_id'])
  schema.index('exam_appeals', ['answered_by'], { where: 'answered_by is not null' })

  // Files that were uploaded and named in an answer: private, and removed with the attempt.
  const exam_answer_files = schema.table(
    'exam_answer_files',
    {
      file_id: integer().references('files', 'cascade'),
      attempt_id: integer().references('exam_attempts', 'cascade'),
    },
    { primaryKey: ['file_id'] },
  )
  schema.index('exam_answer_files', ['attempt_id'])
  return { exam_answer_sheets, exam_standings, exam_events, exam_graders, exam_grades, exam_appeals, exam_answer_files }
}
