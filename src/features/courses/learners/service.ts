import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { subtractDuration } from '#core/time.ts'
import { listOutcomes } from '#features/exams/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { getManagedCourse } from '../access.ts'
import { calculatePercentage } from '../enrollments/access.ts'
import { courseLearners } from './queries.ts'
import type { CourseLearner, CourseLearnerQuery, RiskReason } from './schemas.ts'

/** A learner who has not opened the course for so long is at risk. */
const absence = { days: 14 }

interface Taught {
  course_id: number
  owner_id: number
}

/** Lists the learners of a course with their progress, and who of them is at risk. Its instructor is left out. */
export async function listLearners(ctx: Context, courseId: number, query: CourseLearnerQuery) {
  const { instructor } = await getManagedCourse(ctx, courseId)
  const course = { course_id: courseId, owner_id: instructor.id }
  const { status, cohort_id, at_risk, search = '', sort } = query
  const now = ctx.clock.now()
  const filter = {
    ...course,
    ...{ status, cohort_id, at_risk, part: sortKey(search) || undefined, now },
    away_since: subtractDuration(now, absence),
    oldest: sort === 'oldest' || undefined,
  }
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await courseLearners.ofCourse.pageInBackground(ctx, { ...filter, ...slice })
    const results = await listQuizResults(ctx, course, rows)
    return { rows: rows.map((row) => presentLearner(row, results.get(row.user_id) ?? [])), total }
  })
}

/** Returns the name of the file with the learners, without its extension. */
export const formatLearnersTitle = async (ctx: Context, courseId: number): Promise<Sentence> =>
  fill('Learners – {title}', { title: (await getManagedCourse(ctx, courseId)).title })

type Row = Awaited<ReturnType<typeof courseLearners.ofCourse.slice>>[number]

/** Returns what learners have reached at the exams of the lessons, by user, in the order of the lessons. */
async function listQuizResults(
  ctx: Context,
  course: Taught,
  learners: readonly Row[],
): Promise<Map<number, CourseLearner['quizzes']>> {
  const quizzes = await courseLearners.quizzesOf.inBackground(ctx, course)
  if (quizzes.length === 0 || learners.length === 0) return new Map()
  const exam_ids = [...new Set(quizzes.map(({ id }) => id))]
  const outcomes = await listOutcomes(ctx, { exam_ids, user_ids: learners.map(({ user_id }) => user_id) })
  const byLearner = Map.groupBy(outcomes, ({ user_id }) => user_id)
  const places = new Map(exam_ids.map((id, place) => [id, place]))
  const getPlace = ({ exam_id }: { exam_id: number }) => places.get(exam_id) ?? 0
  const listOrdered = (some: typeof outcomes) =>
    some.toSorted((a, b) => getPlace(a) - getPlace(b)).map(({ user_id: _, ...result }) => result)
  return new Map([...byLearner].map(([userId, some]) => [userId, listOrdered(some)]))
}

function listReasons({ is_away, is_behind, is_failing }: Row): RiskReason[] {
  const reasons = { no_access: is_away, behind: is_behind, failed_twice: is_failing }
  return (['no_access', 'behind', 'failed_twice'] as const).filter((reason) => reasons[reason])
}

function presentLearner(row: Row, quizzes: CourseLearner['quizzes']): CourseLearner {
  const reasons = listReasons(row)
  return {
    id: row.id,
    user: row.user,
    status: row.status,
    cohort_id: row.cohort_id,
    cohort_title: row.cohort_title,
    progress: calculatePercentage(row),
    lessons_completed: row.done,
    total_lessons: row.total,
    time_spent_minutes: Math.floor(row.seconds / 60),
    enrolled_at: row.enrolled_at,
    last_accessed_at: row.last_accessed_at,
    completed_at: row.completed_at,
    due_at: row.due_at,
    overdue_lessons: row.overdue_lessons,
    at_risk: reasons.length > 0,
    at_risk_reasons: reasons,
    quizzes,
  }
}
