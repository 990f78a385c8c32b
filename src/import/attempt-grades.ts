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

/** Those who have graded, and the ids that grades have. */
export interface GradeFacts {
  graders: ReadonlyMap<number, unknown>
  /** The ids of accepted rows are added. */
  taken: Set<number>
}

const graderIds = prepareFindIds('users')
const gradeIds = prepareFindIds('exam_grades')

export async function findGradeFacts(databases: Databases, rows: readonly ImportRow[]): Promise<GradeFacts> {
  const given = rows.flatMap(({ grades = [] }): GivenGrade[] => grades)
  const graders = await findFacts(
    databases,
    graderIds,
    given.flatMap(({ grader_id }) => grader_id ?? []),
  )
  const taken = await findFacts(
    databases,
    gradeIds,
    given.flatMap(({ id }) => id ?? []),
  )
  return { graders, taken: new Set(taken.keys()) }
}

/** Returns the sentence about a grade of an unknown person, or with the id of another one. */
function describeUnusableGrade(grades: readonly GivenGrade[], { graders, taken }: GradeFacts): string | null {
  const ids = grades.flatMap(({ id }) => id ?? [])
  for (const { grader_id } of grades)
    if (grader_id && !graders.has(grader_id))
      return `The column "grades" has the grader_id ${grader_id}, which is no id of users.`
  const used = ids.find((id, at) => taken.has(id) || ids.indexOf(id) < at)
  return used === undefined ? null : `The column "grades" has the id ${used}, which another grade has.`
}

/** Returns the answers that people grade, with their grades; one sentence about a grade that cannot be. */
export function completeGrades(
  { id: attempt_id, exam_id, user_id, answers, grades = [], grading, submitted_at }: ImportRow,
  { paper, known, grading: facts }: Facts,
): ImportRow[] | string {
  const given = new Map<number, GivenGrade>(grades.map((grade: GivenGrade) => [grade.question_id, grade]))
  if (given.size < grades.length) return 'The column "grades" has a question twice.'
  const unusable = describeUnusableGrade(grades, facts)
  if (unusable !== null) return unusable
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
  if (extra !== undefined) return `The question ${extra} has no answer in the attempt that people grade.`
  for (const { id } of rows) facts.taken.add(id)
  return rows
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
