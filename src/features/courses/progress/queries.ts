import { sql } from 'kysely'
import { castTimestamp, integerList, jsonRows, measureRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Report {
  enrollment_id: number
  lesson_id: number
  seconds: number
  watched: number
  now: string
}

/** The stored progress of a lesson. */
export interface LessonState {
  lesson_id: number
  completed_at: string | null
  reopened_at: string | null
  time_spent_seconds: number
}

/** A completion as a device reported it. */
export interface SyncedLesson {
  lesson_id: number
  completed_at: string
  time_spent_seconds: number
}

const maxWatched = sql<number>`case when excluded.watched_percent > lesson_progress.watched_percent
  then excluded.watched_percent else lesson_progress.watched_percent end`
const addedTime = sql<number>`lesson_progress.time_spent_seconds + excluded.time_spent_seconds`
const castText = (json: unknown) => sql<string>`${json}`
const castInteger = (json: unknown) => sql<number>`cast(${json} as bigint)`
const input = {
  lesson: castInteger(sql`given.value->>'lesson_id'`),
  seconds: castInteger(sql`given.value->>'time_spent_seconds'`),
  completed: castTimestamp(castText(sql`(given.value->>'completed_at')`)),
  reopened: castTimestamp(castText(sql`(given.value->>'reopened_at')`)),
}

/** A first report about a lesson. */
const toRow = (p: Report, completed_at: string | null) => ({
  enrollment_id: p.enrollment_id,
  lesson_id: p.lesson_id,
  completed_at,
  reopened_at: null,
  time_spent_seconds: p.seconds,
  watched_percent: p.watched,
})

export const lessonProgress = {
  /** The first completion is kept. */
  complete: prepare((q, p: Report) =>
    q
      .insertInto('lesson_progress')
      .values(toRow(p, p.now))
      .onConflict((conflict) =>
        conflict.columns(['enrollment_id', 'lesson_id']).doUpdateSet({
          completed_at: sql<string>`coalesce(lesson_progress.completed_at, excluded.completed_at)`,
          time_spent_seconds: addedTime,
          watched_percent: maxWatched,
        }),
      ),
  ),

  /** Adds time and what was watched, and leaves open whether it is done. */
  extend: prepare((q, p: Report) =>
    q
      .insertInto('lesson_progress')
      .values(toRow(p, null))
      .onConflict((conflict) =>
        conflict.columns(['enrollment_id', 'lesson_id']).doUpdateSet({
          time_spent_seconds: addedTime,
          watched_percent: maxWatched,
        }),
      ),
  ),

  /** Not done, or reopened. */
  reopen: prepare((q, p: Report) =>
    q
      .insertInto('lesson_progress')
      .values(toRow(p, null))
      .onConflict((conflict) =>
        conflict.columns(['enrollment_id', 'lesson_id']).doUpdateSet({
          completed_at: null,
          reopened_at: sql<string>`case when lesson_progress.completed_at is null
            then lesson_progress.reopened_at else ${castTimestamp(p.now)} end`,
          time_spent_seconds: addedTime,
          watched_percent: maxWatched,
        }),
      ),
  ),

  of: prepare((q, p: { enrollment_id: number; lesson_ids: number[] }) =>
    q
      .selectFrom('lesson_progress')
      .select(['lesson_id', 'completed_at', 'reopened_at', 'time_spent_seconds'])
      .where('enrollment_id', '=', p.enrollment_id)
      .where('lesson_id', 'in', integerList(p.lesson_ids)),
  ),

  save: prepare((q, p: { enrollment_id: number; rows: readonly LessonState[] }) =>
    q
      .insertInto('lesson_progress')
      .columns(['enrollment_id', 'lesson_id', 'completed_at', 'reopened_at', 'time_spent_seconds'])
      .expression(
        sql`select ${castInteger(p.enrollment_id)}, ${input.lesson}, ${input.completed}, ${input.reopened},
          ${input.seconds} from ${jsonRows(p.rows)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['enrollment_id', 'lesson_id']).doUpdateSet((eb) => ({
          completed_at: eb.ref('excluded.completed_at'),
          time_spent_seconds: eb.ref('excluded.time_spent_seconds'),
        })),
      ),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('lesson_progress', 'lesson_progress.enrollment_id', 'enrollments.id')
      .innerJoin('lessons', 'lessons.id', 'lesson_progress.lesson_id')
      .select(['lesson_progress.enrollment_id', 'lesson_progress.lesson_id', 'lessons.title'])
      .select(['lesson_progress.completed_at', 'lesson_progress.time_spent_seconds'])
      .select('lesson_progress.watched_percent')
      .where('enrollments.user_id', '=', p.user_id)
      .orderBy('enrollments.id')
      .orderBy('lesson_progress.lesson_id'),
  ),
}

export const lessonSyncs = {
  size: prepare((q, p: { enrollment_id: number }) =>
    q.selectFrom('lesson_syncs').select(measureRows()).where('enrollment_id', '=', p.enrollment_id),
  ),

  of: prepare((q, p: { enrollment_id: number; lesson_ids: number[] }) =>
    q
      .selectFrom('lesson_syncs')
      .select(['lesson_id', 'completed_at', 'time_spent_seconds'])
      .where('enrollment_id', '=', p.enrollment_id)
      .where('lesson_id', 'in', integerList(p.lesson_ids)),
  ),

  save: prepare((q, p: { enrollment_id: number; rows: readonly SyncedLesson[] }) =>
    q
      .insertInto('lesson_syncs')
      .columns(['enrollment_id', 'lesson_id', 'completed_at', 'time_spent_seconds'])
      .expression(
        sql`select ${castInteger(p.enrollment_id)}, ${input.lesson}, ${input.completed}, ${input.seconds}
          from ${jsonRows(p.rows)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['enrollment_id', 'lesson_id', 'completed_at']).doUpdateSet((eb) => ({
          time_spent_seconds: eb.ref('excluded.time_spent_seconds'),
        })),
      ),
  ),
}
