import type { AnyContext } from '#context.ts'
import type { AnswerKey } from '#database/tables/exams.ts'
import { presentAnswerFiles } from '../attempts/answer-files.ts'
import { answerSheets } from '../attempts/answer-sheet-queries.ts'
import { countWords, isFileList } from '../attempts/answers.ts'
import { versions } from '../questions/queries.ts'
import type { grades } from './queries.ts'
import type { GradedAnswer, GradingItem } from './schemas.ts'

export type GradeRow = Awaited<ReturnType<typeof grades.byNumber.one>>

/** Presents answers of the queue for the actor. With anonymous grading, nothing says who wrote them, or when. */
export async function presentItems(ctx: AnyContext, rows: readonly GradeRow[]): Promise<GradingItem[]> {
  const asked = await versions.ofPaper.all(ctx, { ids: [...new Set(rows.map(({ version_id }) => version_id))] })
  const byVersion = new Map(asked.map((version) => [version.version_id, version]))
  return rows.map((row) => {
    const { question = '', type = 'essay' } = byVersion.get(row.version_id) ?? {}
    const isClaimed = hasClaim(row, ctx.clock.now())
    return {
      id: row.id,
      attempt_id: row.grading_id,
      question_id: row.question_id,
      question,
      type,
      points: row.possible,
      state: getState(ctx, row, isClaimed),
      claimed_until: isClaimed ? row.claimed_until : null,
      user: row.is_anonymous ? null : row.candidate,
      submitted_at: row.is_anonymous ? null : row.submitted_at,
      released: row.released_at !== null,
      grade: presentGrade(row),
    }
  })
}

/** Returns whether a grader has a claim on the answer. */
export const hasClaim = ({ points_hundredths, claimed_until }: GradeRow, now: string): boolean =>
  points_hundredths === null && claimed_until !== null && claimed_until > now

function getState({ actor }: AnyContext, row: GradeRow, isClaimed: boolean): GradingItem['state'] {
  if (row.points_hundredths !== null) return 'done'
  if (!isClaimed) return 'open'
  return row.claimed_by === actor.id ? 'mine' : 'claimed'
}

function presentGrade(row: GradeRow): GradingItem['grade'] {
  const { points_hundredths, rubric, comment, graded_at } = row
  if (points_hundredths === null || graded_at === null) return null
  return {
    points: points_hundredths / 100,
    rubric,
    comment,
    graded_at,
    grader: row.grader_id === null ? null : row.grader,
  }
}

/** Presents an answer with what is needed to grade it. */
export async function presentGradedAnswer(ctx: AnyContext, row: GradeRow): Promise<GradedAnswer> {
  const [item] = await presentItems(ctx, [row])
  if (item === undefined) throw new TypeError('An answer is presented for each row.')
  const { answers } = await answerSheets.of.one(ctx, { attempt_id: row.attempt_id })
  const answer = answers[row.question_id]
  const [asked] = await versions.explained.all(ctx, { ids: [row.version_id] })
  const files = answer !== undefined && isFileList(answer) ? answer : []
  const { max_words = null } = asked?.answer_key ?? {}
  return {
    ...item,
    answer: typeof answer === 'string' ? answer : null,
    words: typeof answer === 'string' ? countWords(answer) : 0,
    max_words,
    files: (await presentAnswerFiles(ctx, row.attempt_id, files)).map(({ id: _, ...file }) => file),
    criteria: (await findRubric(ctx, row)).rubric,
    explanation: asked?.explanation ?? '',
  }
}

/** Returns the rubric of the question as it is now, or as the attempt saw it when the question is gone, and its points. */
export async function findRubric(
  ctx: AnyContext,
  { question_id, version_id }: Pick<GradeRow, 'question_id' | 'version_id'>,
) {
  const [present] = await versions.current.all(ctx, { ids: [question_id] })
  const { answer_key, points } = present ?? (await versions.ofPaper.one(ctx, { ids: [version_id] }))
  const { rubric = [] }: AnswerKey = answer_key
  return { rubric, points }
}
