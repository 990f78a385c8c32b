import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import type { GradingState } from '#database/tables/exams.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { getManagedExam } from '../access.ts'
import { examResults } from './queries.ts'
import type { ExamOutcome, OutcomeQuery } from './schemas.ts'

/** Lists the people with an attempt at the exam and what they have reached. Attempts of its author are left out. */
export async function listExamResults(ctx: Context, examId: number, query: OutcomeQuery) {
  const { owner_id } = await getManagedExam(ctx, examId)
  const { passed, at_risk, search = '' } = query
  const filter = { exam_id: examId, owner_id, passed, at_risk, part: sortKey(search) || undefined }
  return page(ctx, query, async (ctx, slice) => {
    const asked = { ...filter, now: ctx.clock.now(), ...slice }
    const { rows, total } = await examResults.ofExam.pageInBackground(ctx, asked)
    return { rows: rows.map(presentOutcome), total }
  })
}

/** Returns the name of the file with the results, without its extension. */
export const formatResultsTitle = async (ctx: Context, examId: number): Promise<Sentence> =>
  fill('Results – {title}', { title: (await getManagedExam(ctx, examId)).title })

type Row = Awaited<ReturnType<typeof examResults.ofExam.slice>>[number]

const presentGrading = ({ is_pending }: { is_pending: boolean }): GradingState => (is_pending ? 'pending' : 'final')

function presentOutcome(row: Row): ExamOutcome {
  const isAtRisk = row.has_failed_twice
  return {
    user: row.user,
    best_score: row.best_score,
    passed: row.passed,
    attempts: row.attempts,
    grading: presentGrading(row),
    failed_attempts: row.failed_attempts,
    at_risk: isAtRisk,
    at_risk_reasons: isAtRisk ? ['failed_twice'] : [],
    last_attempt: {
      id: row.attempt_id,
      status: row.status,
      started_at: row.started_at,
      submitted_at: row.submitted_at,
    },
  }
}

/** Lists what people have reached at exams of which they have begun an attempt, in no order. Checks no permission. */
export async function listOutcomes(ctx: Context, input: { exam_ids: readonly number[]; user_ids: readonly number[] }) {
  const rows = await examResults.ofPeople.inBackground(ctx, input)
  return rows.map(({ is_pending, ...row }) => ({ ...row, grading: presentGrading({ is_pending }) }))
}
