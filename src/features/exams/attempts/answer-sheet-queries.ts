import { sql } from 'kysely'
import { maxListBytes } from '#core/list-limit.ts'
import { integerList, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Answers } from '#database/tables/exams.ts'

/** Replaces saved answers; null removes one. */
export type AnswerPatch = Record<string, Answers[string] | null>

/** Applies a merge patch (RFC 7396); no answer is an object. */
const applyPatch = (patch: AnswerPatch) =>
  perEngine<Answers>({
    sqlite: sql`json_patch(answers, ${patch})`,
    postgres: sql`jsonb_strip_nulls(answers || ${patch}::jsonb)`,
  })

/** True when the answers are short enough together; answers that were longer may become shorter. */
const isShortEnough = (patch: AnswerPatch) => {
  const bytes = sql`octet_length(cast(${applyPatch(patch)} as text))`
  return sql<boolean>`(${bytes} <= ${maxListBytes} or ${bytes} < octet_length(cast(answers as text)))`
}

const selectLater = (now: string) =>
  perEngine<string>({
    sqlite: sql`max(saved_at, ${now})`,
    postgres: sql`greatest(saved_at, ${now}::timestamptz)`,
  })

interface Merge {
  attempt_id: number
  patch: AnswerPatch
  now: string
  /** The moment of the save, or earlier where late answers count. */
  open_after: string
  late_by_seconds: number | null
  revision?: number | undefined
}

interface NewSheet {
  attempt_id: number
  now: string
  open_until: string
  answers: Answers
  /** Where the request came from. */
  origin: string
}

/** A save in time does not say that an earlier one was. */
const selectLatest = (seconds: number | null) =>
  sql<number | null>`coalesce(cast(${seconds} as bigint), late_by_seconds)`

const savedColumns = ['answers', 'revision', 'saved_at', 'open_until', 'late_by_seconds'] as const

export const answerSheets = {
  add: prepare((q, p: NewSheet) =>
    q.insertInto('exam_answer_sheets').values({
      attempt_id: p.attempt_id,
      answers: p.answers,
      revision: 0,
      saved_at: p.now,
      open_until: p.open_until,
      origin: p.origin,
    }),
  ),

  of: prepare((q, p: { attempt_id: number }) =>
    q.selectFrom('exam_answer_sheets').select(savedColumns).where('attempt_id', '=', p.attempt_id),
  ),

  /** Changes nothing when the attempt ended before `open_after`, a newer revision is saved, or the answers would be too long. */
  merge: prepare(
    (q, p: Merge) => {
      const change = q
        .updateTable('exam_answer_sheets')
        .set({
          answers: applyPatch(p.patch),
          saved_at: selectLater(p.now),
          late_by_seconds: selectLatest(p.late_by_seconds),
        })
        .where('attempt_id', '=', p.attempt_id)
        .where('open_until', '>', p.open_after)
        .where(isShortEnough(p.patch))
        .returning(savedColumns)
      return p.revision === undefined
        ? change
        : change.set({ revision: p.revision }).where('revision', '<=', p.revision)
    },
    { optional: ['revision'] },
  ),

  /** Opens the sheets of running attempts until the end that these have now. */
  move: prepare((q, p: { ids: number[] }) =>
    q
      .updateTable('exam_answer_sheets')
      .set({
        late_by_seconds: null,
        open_until: sql<string>`(select expires_at from exam_attempts where exam_attempts.id = exam_answer_sheets.attempt_id)`,
      })
      .where('attempt_id', 'in', integerList(p.ids))
      .where('open_until', 'is not', null),
  ),

  /** Replaces the answers of an attempt that is over. */
  replace: prepare((q, p: { attempt_id: number; answers: Answers }) =>
    q
      .updateTable('exam_answer_sheets')
      .set({ answers: p.answers })
      .where('attempt_id', '=', p.attempt_id)
      .where('open_until', 'is', null),
  ),

  close: prepare((q, p: { attempt_id: number; answers: Answers; late_by_seconds: number | null }) =>
    q
      .updateTable('exam_answer_sheets')

      .set({ answers: p.answers, open_until: null, origin: null, late_by_seconds: selectLatest(p.late_by_seconds) })
      .where('attempt_id', '=', p.attempt_id),
  ),
}
