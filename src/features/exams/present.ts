import type { AnyContext } from '#context.ts'
import type { ExamRow } from './access.ts'
import { examRights, toExam } from './rights.ts'
import type { Exam } from './schemas.ts'
import { countQuestions, countRemainingAttempts, describeWhyClosed, getExamStatus } from './standings.ts'

/** Presents the exam for the actor at this moment. `verdicts` are those of attempts that are still to be finished. */
export function presentExam(
  { clock, actor }: AnyContext,
  input: ExamRow,
  verdicts: ReadonlyMap<number, boolean | null> = new Map(),
): Exam {
  const now = clock.now()
  const row = addVerdict(input, verdicts.get(input.id))
  const isSecret = row.safe_exam_browser !== null && !examRights.may.manage(actor, toExam(row))
  return Object.assign(row, {
    safe_exam_browser: isSecret ? { config_keys: [] } : row.safe_exam_browser,
    questions_count: countQuestions(row),
    status: getExamStatus(row, now),
    can_take: describeWhyClosed(row, now) === null,
    attempts_remaining: countRemainingAttempts(row),
  })
}

/** Returns the exam as it will be when the attempt, whose time is over, is finished. */
function addVerdict(row: ExamRow, verdict: boolean | null | undefined): ExamRow {
  if (verdict === undefined) return row
  const passed = row.passed === true ? true : (verdict ?? row.passed)
  return { ...row, attempts_used: row.attempts_used + 1, open_attempt_id: null, passed }
}
