/** What attempts are worth by the present questions. */

import type { AnyContext } from '#context.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'
import { type Grade, grade } from '../attempts/grading.ts'
import { versions } from '../questions/queries.ts'
import { calculateRubricPoints } from '../questions/rubric.ts'
import { regradableAttempts } from './queries.ts'

export type RegradableAttempt = Awaited<ReturnType<typeof regradableAttempts.after.one>>
type GradeRow = Awaited<ReturnType<typeof regradableAttempts.grades.one>>
type Version = Awaited<ReturnType<typeof versions.ofPaper.one>>

/** The points of an answer that people graded, as they are now. */
export interface NewPoints {
  id: number
  question_id: number
  points_hundredths: number
  possible: number
}

export interface RegradedAttempt {
  attempt: RegradableAttempt
  paper: PaperQuestion[]
  points: NewPoints[]
  result: Grade
  passed: boolean
}

/** Grades the attempts by the present versions of their questions; a question that is gone, or is of another type, stays as it was. */
export async function gradeAgain(ctx: AnyContext, attempts: readonly RegradableAttempt[]): Promise<RegradedAttempt[]> {
  const places = attempts.flatMap(({ paper }) => paper)
  const present = await versions.current.all(ctx, { ids: [...new Set(places.map((place) => place.question_id))] })
  const current = new Map(present.map((version) => [version.question_id, version]))
  const shown = await readVersions(
    ctx,
    places.flatMap((place) => [place.version_id, place.graded_by ?? place.version_id]),
  )
  const grades = await regradableAttempts.grades.all(ctx, { ids: attempts.map(({ id }) => id) })
  const byAttempt = Map.groupBy(grades, ({ attempt_id }) => attempt_id)
  return attempts.map((attempt) => regradeAttempt(attempt, { current, shown, grades: byAttempt.get(attempt.id) ?? [] }))
}

async function readVersions(ctx: AnyContext, ids: readonly number[]): Promise<Map<number, Version>> {
  const found = await versions.ofPaper.all(ctx, { ids: [...new Set(ids)] })
  return new Map(found.map((version) => [version.version_id, version]))
}

interface ExamSnapshot {
  current: ReadonlyMap<number, Awaited<ReturnType<typeof versions.current.one>>>
  shown: ReadonlyMap<number, Version>
  grades: readonly GradeRow[]
}

function regradeAttempt(attempt: RegradableAttempt, { current, shown, grades }: ExamSnapshot): RegradedAttempt {
  const asked = attempt.paper.flatMap((place) => {
    const before = shown.get(place.graded_by ?? place.version_id)
    const present = current.get(place.question_id)
    const version = present !== undefined && present.type === before?.type ? present : before
    return version === undefined ? [] : [{ place, version, points: place.points ?? version.points }]
  })
  const paper = asked.map(({ place, version }) =>
    version.version_id === place.version_id ? place : { ...place, graded_by: version.version_id },
  )
  const questions = asked.map(({ place, version, points }) => ({
    ...version,
    id: place.question_id,
    points,
    worth: version.points,
  }))
  const points = grades.flatMap((row) => {
    const question = questions.find(({ id }) => id === row.question_id)
    return question === undefined ? [] : [calculatePoints(row, question)]
  })
  // What is certain of a pending attempt are the answers that people do not grade.
  const released = attempt.grading === 'final' ? points : []
  const input = new Map(released.map(({ question_id, points_hundredths }) => [question_id, points_hundredths / 100]))
  const result = grade(questions, attempt.answers, attempt.marking, input)
  return { attempt, paper, points, result, passed: result.score >= attempt.passing_score }
}

/** Levels of a rubric are worth what they are now; other points stay in proportion to those of the question. */
function calculatePoints(
  { id, question_id, possible, points_hundredths, rubric }: GradeRow,
  question: { points: number; worth: number; answer_key: Version['answer_key'] },
): NewPoints {
  const scale = { points: question.worth, possible: question.points }
  const earned = calculateRubricPoints(question.answer_key.rubric ?? [], rubric, scale)
  const isByRubric = Object.keys(rubric).length > 0 && earned !== null
  const inProportion = Math.round(((points_hundredths ?? 0) * question.points) / possible)
  return { id, question_id, possible: question.points, points_hundredths: isByRubric ? earned : inProportion }
}
