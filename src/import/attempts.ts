/** Attempts at exams that are over, with their questions and answers. */

import { Type } from 'typebox'
import { Problem } from '#core/problem.ts'
import { createRandomId } from '#core/random.ts'
import { oneOf } from '#core/schema.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'
import { attemptRecord } from '#features/exams/attempts/record.ts'
import { grade, parseAnswers } from '#features/exams/index.ts'
import { translateToEnglish } from '#language/translation.ts'
import { addAnswerFiles, completeFiles, findAnswerFiles } from './attempt-answers.ts'
import { Answers, Questions } from './attempt-columns.ts'
import { addGrades, completeGrades, findGradeFacts, type GradeFacts, Grades } from './attempt-grades.ts'
import { type AskedQuestion, askedQuestions } from './attempt-queries.ts'
import { attemptTotals } from './derived-queries.ts'
import { examFacts } from './fact-queries.ts'
import { collectRefusals, findFacts, listIds } from './facts.ts'
import { importOf } from './import-of.ts'
import { type ImportRow, optional } from './table.ts'

const addSheets = prepareBulkInsert(
  'exam_answer_sheets',
  { attempt_id: 'integer', answers: 'json', revision: 'integer', saved_at: 'timestamp' },
  ['attempt_id'],
)

/** Builds the paper of an attempt from its questions. Returns one sentence about a question that it cannot have. */
function buildPaper(
  { exam_id, questions = [] }: ImportRow,
  known: ReadonlyMap<number, AskedQuestion>,
): PaperQuestion[] | string {
  const paper: PaperQuestion[] = []
  const seen = new Set<number>()
  for (const { question_id, options: order, points } of questions) {
    const question = known.get(question_id)
    if (question === undefined || (question.exam_id !== null && question.exam_id !== exam_id))
      return `The question ${question_id} is no question of the exam ${exam_id}.`
    if (seen.has(question_id)) return `The question ${question_id} is in the attempt twice.`
    seen.add(question_id)
    const options: number[] = order ?? question.options.map((_, index) => index)
    if (options.length !== question.options.length || new Set(options).size !== options.length)
      return `The "options" of the question ${question_id} must have each of its ${question.options.length} options once.`
    if (options.some((at) => at >= question.options.length))
      return `The "options" of the question ${question_id} are counted from 0 to ${question.options.length - 1}.`
    const place = { question_id, version_id: question.version_id, options }
    paper.push(points === undefined ? place : { ...place, points })
  }
  return paper
}

interface AttemptFacts {
  known: ReadonlyMap<number, AskedQuestion>
  exams: ReadonlyMap<number, Awaited<ReturnType<typeof examFacts.all>>[number]>
  files: ReadonlyMap<string, number>
  grading: GradeFacts
}

/** Returns the numbers of the row, or those that its answers have; of a pending one also what is certain so far. */
const describeResult = (row: ImportRow, { answered, correct, score, ungraded }: ReturnType<typeof grade>) => ({
  answered: row.answered ?? answered,
  correct: row.correct ?? correct,
  ...(row.grading === 'pending' ? { certain_score: score, ungraded } : {}),
})

/** Adds the paper, the answers as they are stored, and their numbers to the row. Returns one sentence if an answer is invalid. */
function completeAttempt(row: ImportRow, { known, exams, files, grading }: AttemptFacts): string | null {
  const paper = buildPaper(row, known)
  if (typeof paper === 'string') return paper
  const asked = paper.flatMap(({ question_id, points }) => {
    const question = known.get(question_id)
    return question === undefined ? [] : [{ ...question, points: points ?? question.points }]
  })
  const withoutFile = completeFiles(row, known, files)
  if (withoutFile !== null) return withoutFile
  try {
    const answers = parseAnswers(paper, asked, row.answers ?? {})
    const exam = exams.get(row.exam_id)
    const result = grade(asked, answers, exam?.marking)
    Object.assign(row, { paper, answers, ...describeResult(row, result) })
    const grades = completeGrades(row, { paper, known, grading })
    if (typeof grades === 'string') return grades
    if (row.grading === 'pending' && result.ungraded === 0)
      return 'The column "grading" is pending, and the attempt has no answer that people grade.'
    const is_anonymous = exam?.anonymous_grading ?? false
    const grading_id = is_anonymous ? createRandomId() : row.id
    row.grade_rows = grades.map((grade) => ({ ...grade, is_anonymous, grading_id }))
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [[name = '', sentences = []] = []] = Object.entries(error.errors ?? {})
    const why = sentences[0] === undefined ? error.message : translateToEnglish(sentences[0])
    return `The answer to the question ${name.replace('answers.', '')} is not accepted: ${why}`
  }
}

/** Returns when the learner got the grades of people; null without any, and while they wait. */
const getReleaseTime = ({ grading, grade_rows }: ImportRow): string | null =>
  grading === 'pending'
    ? null
    : (grade_rows
        .map(({ graded_at }: ImportRow) => graded_at)
        .toSorted()
        .at(-1) ?? null)

export const examAttempts = importOf(attemptRecord, {
  description: 'One attempt that is over a line, with its questions and answers where they are known.',
  without: ['score_before'],
  extra: {
    number: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'From 1, of the attempts of a user at the exam.',
    }),
    status: oneOf('submitted', 'expired'),
    expires_at: Type.String({
      format: 'date-time',
      description: 'When the time was over; the moment of submission unless given.',
    }),
    saved_at: optional(
      Type.String({ format: 'date-time', description: 'When the answers were last saved; the same unless given.' }),
    ),
    questions: optional(Questions),
    answers: optional(Answers),
    answered: optional(
      Type.Integer({ minimum: 0, maximum: 10_000, description: 'How many were answered; counted unless given.' }),
    ),
    correct: optional(
      Type.Integer({ minimum: 0, maximum: 10_000, description: 'How many are right; counted unless given.' }),
    ),
    grading: Type.Unsafe<'pending' | 'final'>({
      ...oneOf('pending', 'final'),
      description: 'Whether people have yet to grade answers; the score is null until then. `final` unless given.',
    }),
    grades: optional(Grades),
  },
  bounds: { score: [0, 100] },
  descriptions: { score: 'Percent of the points.' },
  defaults: {
    ...{ status: 'submitted', grading: 'final' },
    expires_at: ({ submitted_at, started_at }) => submitted_at ?? started_at,
  },
  computed: ['paper', 'passing_score', 'on_expiry', 'certain_score', 'ungraded', 'released_at'],
  check: ({ grading, score, passed }) =>
    grading === 'pending' && ((score ?? null) !== null || (passed ?? null) !== null)
      ? 'The columns "score" and "passed" must be null while "grading" is pending.'
      : null,
  references: {
    exam_id: 'exams',
    user_id: 'users',
    'questions.question_id': ['exam_questions', 'bank_questions'],
    'grades.grader_id': 'users',
  },
  unique: 'the same exam_id, user_id and number',
  uniqueKeys: [{ columns: ['exam_id', 'user_id', 'number'] }],
  async complete(databases, rows) {
    const ids = rows.flatMap(({ questions = [] }) =>
      questions.map(({ question_id }: { question_id: number }) => question_id),
    )
    const known = await findFacts(databases, askedQuestions.byIds, ids)
    const exams = await findFacts(databases, examFacts, listIds(rows, 'exam_id'))
    const files = await findAnswerFiles(databases, rows, known)
    const grading = await findGradeFacts(databases, rows)
    return collectRefusals(rows, (row) => completeAttempt(row, { known, exams, files, grading }))
  },
  convert: (row) => ({
    passing_score: 0,
    on_expiry: 'grade',
    submitted_at: row.status === 'expired' ? null : (row.submitted_at ?? row.started_at),
    certain_score: row.certain_score ?? null,
    ungraded: row.ungraded ?? 0,
    released_at: getReleaseTime(row),
  }),
  async derive(tx, rows) {
    const sheets = rows.map((row) => ({
      attempt_id: row.id,
      answers: row.answers,
      revision: 0,
      saved_at: row.saved_at ?? row.submitted_at ?? row.started_at,
    }))
    await addSheets.all(tx, { rows: sheets })
    const grades = rows.flatMap(({ grade_rows }) => grade_rows)
    if (grades.length > 0) await addGrades.all(tx, { rows: grades })
    const files = rows.flatMap(({ id, file_ids }) => file_ids.map((file_id: number) => ({ file_id, attempt_id: id })))
    if (files.length > 0) await addAnswerFiles.all(tx, { rows: files })
    await attemptTotals.copyRules.run(tx, { ids: rows.map(({ id }) => id) })
    const exams = [...new Set(rows.map(({ exam_id }) => exam_id))]
    await attemptTotals.count.run(tx, { exams, users: [...new Set(rows.map(({ user_id }) => user_id))] })
  },
  finish: 'refresh_proofs',
})
