/** What people answered in attempts, and what graders said of it. */

import { Type } from 'typebox'
import { createRandomId } from '#core/random.ts'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { lowestRandomId, prepareBulkInsert } from '#database/query/bulk.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'
import { isOpenType } from '#features/exams/index.ts'
import type { AskedQuestion } from './attempt-queries.ts'
import { legacyFiles } from './queries.ts'
import { type Databases, type ImportRow, optional } from './table.ts'

const RandomId = Type.Integer({ minimum: lowestRandomId, maximum: Number.MAX_SAFE_INTEGER })

export const Grades = Type.Array(
  Type.Object(
    {
      question_id: Id,
      id: optional(RandomId),
      points: optional(
        nullable(Type.Number({ minimum: 0, maximum: 1_000, description: 'Null while it waits; hundredths count.' })),
      ),
      rubric: optional(
        Type.Record(Type.String({ maxLength: 10 }), Type.Integer({ minimum: 0, maximum: 9 }), {
          description: 'The index of the level, from 0, by the id of the criterion.',
        }),
      ),
      comment: optional(Type.String({ maxLength: 5_000, description: 'What the learner reads.' })),
      grader_id: optional(nullable(Id)),
      graded_at: optional(nullable(DateTime)),
    },
    { additionalProperties: false },
  ),
  { maxItems: 1_000, description: 'The grades of essays and uploaded files.' },
)

interface GivenGrade {
  question_id: number
  id?: number
  points?: number | null
  rubric?: Record<string, number>
  comment?: string
  grader_id?: number | null
  graded_at?: string | null
}

interface Facts {
  paper: readonly PaperQuestion[]
  known: ReadonlyMap<number, AskedQuestion>
}

/** Returns the answers that people grade, with their grades; one sentence about a grade that cannot be. */
export function completeGrades(
  { id: attempt_id, exam_id, user_id, answers, grades = [], grading, submitted_at }: ImportRow,
  { paper, known }: Facts,
): ImportRow[] | string {
  const given = new Map<number, GivenGrade>(grades.map((grade: GivenGrade) => [grade.question_id, grade]))
  if (given.size < grades.length) return 'The column "grades" has a question twice.'
  const rows: ImportRow[] = []
  for (const { question_id, version_id, points: ofSection } of paper) {
    const question = known.get(question_id)
    const grade = given.get(question_id)
    if (question === undefined || !isOpenType(question.type) || answers[question_id] === undefined) continue
    given.delete(question_id)
    const possible = ofSection ?? question.points
    const points = grade?.points ?? null
    if (points !== null && points > possible)
      return `The answer to the question ${question_id} can earn at most ${possible} points.`
    if (grade === undefined && grading !== 'pending') continue
    const place = { exam_id, attempt_id, user_id, question_id, version_id, possible }
    rows.push({ ...place, ...describeGrade(grade, submitted_at) })
  }
  const [extra] = given.keys()
  return extra === undefined ? rows : `The question ${extra} has no answer in the attempt that people grade.`
}

function describeGrade(given: GivenGrade | undefined, otherwise: string | null) {
  const { id = createRandomId(), points = null, ...grade }: Partial<GivenGrade> = given ?? {}
  const isGraded = points !== null
  return {
    id,
    points_hundredths: isGraded ? Math.round(points * 100) : null,
    rubric: grade.rubric ?? {},
    comment: grade.comment ?? '',
    grader_id: grade.grader_id ?? null,
    graded_at: isGraded ? (grade.graded_at ?? otherwise) : null,
  }
}

export const addGrades = prepareBulkInsert(
  'exam_grades',
  {
    id: 'integer',
    exam_id: 'integer',
    attempt_id: 'integer',
    user_id: 'integer',
    question_id: 'integer',
    version_id: 'integer',
    grading_id: 'integer',
    is_anonymous: 'boolean',
    possible: 'integer',
    points_hundredths: 'integer',
    rubric: 'json',
    comment: 'text',
    grader_id: 'integer',
    graded_at: 'timestamp',
  },
  ['id'],
)

export const addAnswerFiles = prepareBulkInsert('exam_answer_files', { file_id: 'integer', attempt_id: 'integer' }, [
  'file_id',
])

/** Puts the ids of files in place of their old paths. Returns one sentence about a path without a file. */
export function completeFiles(
  row: ImportRow,
  known: ReadonlyMap<number, AskedQuestion>,
  files: ReadonlyMap<string, number>,
): string | null {
  const answers = { ...row.answers }
  const ids: number[] = []
  for (const [id, paths] of listFileAnswers(row, known)) {
    const unknown = paths.find((path) => !files.has(path))
    if (unknown !== undefined)
      return `The answer to the question ${id} has "${unknown}", which is no path of files.ndjson.`
    answers[id] = paths.flatMap((path) => files.get(path) ?? [])
    ids.push(...answers[id])
  }
  Object.assign(row, { answers, file_ids: ids })
  return null
}

const listFileAnswers = ({ answers = {} }: ImportRow, known: ReadonlyMap<number, AskedQuestion>) =>
  Object.entries<unknown>(answers).flatMap(([id, value]): [string, string[]][] =>
    known.get(Number(id))?.type === 'file_upload' && Array.isArray(value) ? [[id, value.map(String)]] : [],
  )

/** Returns the ids of the files by the old paths that answers name. */
export async function findAnswerFiles(
  databases: Databases,
  rows: readonly ImportRow[],
  known: ReadonlyMap<number, AskedQuestion>,
): Promise<ReadonlyMap<string, number>> {
  const paths = [...new Set(rows.flatMap((row) => listFileAnswers(row, known).flatMap(([, names]) => names)))]
  const found =
    paths.length === 0 ? [] : await Promise.all(databases.map((db) => legacyFiles.byPaths.all(db, { paths })))
  return new Map(found.flat().map(({ path, file_id }) => [path, file_id]))
}
