/** Answers that people grade: who grades, the queue of answers, the grades, appeals, and uploaded files. */

import { boolean, id, integer, json, type Migration, text, timestamp } from './schema.ts'

export const examGrading: Migration = {
  name: '0056-exam-grading',
  up(schema) {
    schema.addColumn('exams', 'anonymous_grading', boolean().default(false))
    schema.addColumn('exam_attempts', 'grading', text().oneOf('pending', 'final').default('final'))
    // Percent, by the answers that people do not grade; null once the score is final.
    schema.addColumn('exam_attempts', 'certain_score', integer().nullable())
    // The number of answers that the score does not contain yet.
    schema.addColumn('exam_attempts', 'ungraded', integer().default(0))
    // From then on the grades do not change until the score is computed.
    schema.addColumn('exam_attempts', 'released_at', timestamp().nullable())
    schema.index('exam_attempts', ['exam_id', 'released_at', 'id'], { where: "grading = 'pending'" })

    schema.table(
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

    // One for each answer that people grade. The ids are random, so that their order says nothing about the attempts.
    schema.table(
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
        claimed_by: integer().references('users').nullable(),
        claimed_until: timestamp().nullable(),
        grader_id: integer().references('users').nullable(),
        points_hundredths: integer().nullable(),
        rubric: json().default('{}'),
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

    schema.table(
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
        answered_by: integer().references('users').nullable(),
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
    schema.table(
      'exam_answer_files',
      {
        file_id: integer().references('files', 'cascade'),
        attempt_id: integer().references('exam_attempts', 'cascade'),
      },
      { primaryKey: ['file_id'] },
    )
    schema.index('exam_answer_files', ['attempt_id'])
  },
}
