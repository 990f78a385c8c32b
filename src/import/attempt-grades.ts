/** What graders said of the answers of attempts. */

import { Type } from 'typebox'
import { createRandomId } from '#core/random.ts'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { lowestRandomId, prepareBulkInsert, prepareFindIds } from '#database/query/bulk.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'
import { isOpenType } from '#features/exams/index.ts'
import type { AskedQuestion } from './attempt-queries.ts'
import { findFacts } from './facts.ts'
import { type Databases, type ImportRow, optional } from './table.ts'
import { toTime } from './verdict.ts'

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
  grading: GradeFacts
}

/** The ids that grades have. */
export interface GradeFacts {
  /** The ids of accepted rows are added. */
  taken: Set<number>
}

const gradeIds = prepareFindIds('exam_grades')

export async function findGradeFacts(databases: Databases, rows: readonly ImportRow[]): Promise<GradeFacts> {
  const input = rows.flatMap(({ grades = [] }): GivenGrade[] => grades)
  const taken = await findFacts(
    databases,
    gradeIds,
    input.flatMap(({ id }) => id ?? []),
  )
  return { taken: new Set(taken.keys()) }
}

/** Returns the sentence about a question with two grades, or a grade with the id of another one. */
function describeUnusableGrade(grades: readonly GivenGrade[], { taken }: GradeFacts): string | null {
  const ids = grades.flatMap(({ id }) => id ?? [])
  if (new Set(grades.map(({ question_id }) => question_id)).size < grades.length)
    return 'The column "grades" has a question twice.'
  const used = ids.find((id, at) => taken.has(id) || ids.indexOf(id) < at)
  return used === undefined ? null : `The column "grades" has the id ${used}, which another grade has.`
}

/** Returns the sentence about a grade without points in an attempt that has its result. */
function describeMissingPoints({ grades = [], grading }: ImportRow): string | null {
  const open = grades.find(({ points }: GivenGrade) => (points ?? null) === null)
  return open === undefined || grading === 'pending'
    ? null
    : `The grade of the question ${open.question_id} has no points, and "grading" is not pending.`
}

/** Returns the answers that people grade, with their grades; one sentence about a grade that cannot be. */
export function completeGrades(row: ImportRow, { paper, known, grading: facts }: Facts): ImportRow[] | string {
  const grades: GivenGrade[] = row.grades ?? []
  const input = new Map(grades.map((grade) => [grade.question_id, grade]))
  const unusable = describeUnusableGrade(grades, facts) ?? describeMissingPoints(row)
  if (unusable !== null) return unusable
  const rows: ImportRow[] = []
  for (const { question_id, version_id, points: ofSection } of paper) {
    const question = known.get(question_id)
    if (question === undefined || !isOpenType(question.type) || row.answers[question_id] === undefined) continue
    const grade = input.get(question_id)
    input.delete(question_id)
    const possible = ofSection ?? question.points
    if ((grade?.points ?? 0) > possible)
      return `The answer to the question ${question_id} can earn at most ${possible} points.`
    if (grade === undefined && row.grading !== 'pending') continue
    const place = { exam_id: row.exam_id, attempt_id: row.id, user_id: row.user_id, question_id, version_id, possible }
    rows.push({ ...place, ...describeGrade(grade, row.submitted_at ?? row.started_at) })
  }
  return keepIds(rows, input, facts)
}

/** Returns the rows, whose ids are taken from now on; one sentence about a grade without an answer. */
function keepIds(rows: ImportRow[], unused: ReadonlyMap<number, GivenGrade>, { taken }: GradeFacts) {
  const [extra] = unused.keys()
  if (extra !== undefined) return `The question ${extra} has no answer in the attempt that people grade.`
  for (const { id } of rows) taken.add(id)
  return rows
}

function describeGrade(input: GivenGrade | undefined, otherwise: string) {
  const { id = createRandomId(), points = null, ...grade }: Partial<GivenGrade> = input ?? {}
  const isGraded = points !== null
  return {
    id,
    points_hundredths: isGraded ? Math.round(points * 100) : null,
    rubric: grade.rubric ?? {},
    comment: grade.comment ?? '',
    grader_id: grade.grader_id ?? null,
    graded_at: isGraded ? (toTime(grade.graded_at ?? '') ?? otherwise) : null,
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
