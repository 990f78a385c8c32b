import { sql } from 'kysely'
import { asBoolean, castTimestamp, integerList, jsonRows, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { getDueTime, getOpeningTime } from '../condition-queries.ts'
import { type Completion, lessonRecord } from './record.ts'

/** The columns that an author writes, and the content as parts of HTML; see `renderMarkdown`. */
export type LessonText = WrittenValues<typeof lessonRecord> & { rendered: string }

const text = [...lessonRecord.columns.filter((name) => name !== 'id'), 'rendered'] as const

const present = (q: Builder, p: { course_id: number }) =>
  q.selectFrom('lessons').where('lessons.course_id', '=', p.course_id).where('lessons.removed_at', 'is', null)

const castInteger = (json: unknown) => sql<number>`cast(${json} as bigint)`

const inputColumns = (p: { rows: readonly object[] }) => ({
  title: sql<string>`given.value->>'title'`,
  description: sql<string>`given.value->>'description'`,
  duration_minutes: castInteger(sql`given.value->>'duration_minutes'`),
  video_url: sql<string | null>`given.value->>'video_url'`,
  content_url: sql<string | null>`given.value->>'content_url'`,
  content: sql<string>`given.value->>'content'`,
  exam_id: castInteger(sql`given.value->>'exam_id'`),
  completion: sql<Completion>`given.value->'completion'`,
  available_after_days: castInteger(sql`given.value->>'available_after_days'`),
  due_after_days: castInteger(sql`given.value->>'due_after_days'`),
  rendered: sql<string>`given.value->>'rendered'`,
  position: castInteger(sql`given.value->>'position'`),
  rows: jsonRows(p.rows).as('given'),
})

/** An id that no enrollment has. */
export const noEnrollment = 0

const names = { lesson: 'lessons', enrollment: 'enrollments', cohort: 'course_cohorts' }

export const lessons = {
  /** Updates the number and duration of lessons of the course. */
  countInCourse: prepare((q, p: { id: number; now: string }) => {
    const present = q.selectFrom('lessons').where('course_id', '=', p.id).where('removed_at', 'is', null)
    return q
      .updateTable('courses')
      .set({
        lessons_count: present.select(sql<number>`count(*)`.as('total')),
        duration_minutes: present.select(sql<number>`coalesce(sum(duration_minutes), 0)`.as('total')),
        updated_at: p.now,
      })
      .where('id', '=', p.id)
  }),

  /** The public columns, in order. */
  outline: prepare((q, p: { course_id: number }) =>
    present(q, p)
      .select(['id', 'title', 'duration_minutes', 'position as order', 'available_after_days', 'due_after_days'])
      .orderBy('position')
      .orderBy('id'),
  ),

  /** The exams of the lessons. */
  exams: prepare((q, p: { course_id: number }) => present(q, p).select(['id', 'exam_id'])),

  /** The size of the list, which is without the contents. */
  size: prepare((q, p: { course_id: number }) =>
    present(q, p).select(measureRows('title', 'description', 'video_url', 'content_url')),
  ),

  /** With the dates and the progress of an enrollment, in order. */
  followed: prepare((q, p: { course_id: number; enrollment_id: number }) =>
    present(q, p)
      .leftJoin('enrollments', (join) => join.on('enrollments.id', '=', p.enrollment_id))
      .leftJoin('course_cohorts', 'course_cohorts.id', 'enrollments.cohort_id')
      .leftJoin('lesson_progress', (join) =>
        join
          .onRef('lesson_progress.lesson_id', '=', 'lessons.id')
          .on('lesson_progress.enrollment_id', '=', p.enrollment_id),
      )
      .select(['lessons.id', 'lessons.title', 'lessons.description', 'lessons.duration_minutes', 'lessons.video_url'])
      .select(['lessons.content_url', 'lessons.exam_id'])
      .select(['lessons.completion', 'lessons.available_after_days', 'lessons.due_after_days'])
      .select(getOpeningTime(names).as('available_at'))
      .select(sql<string | null>`${getDueTime(names)}`.as('due_at'))
      .select('lessons.position as order')
      .select(asBoolean(sql`lesson_progress.completed_at is not null`).as('completed'))
      .select(sql<number>`coalesce(lesson_progress.watched_percent, 0)`.as('watched_percent'))
      .orderBy('lessons.position')
      .orderBy('lessons.id'),
  ),

  /** Includes lessons that were removed after the download began. */
  texts: prepare((q, p: { course_id: number; ids: number[] }) =>
    q
      .selectFrom('lessons')
      .select(['id', ...text])
      .where('course_id', '=', p.course_id)
      .where('id', 'in', integerList(p.ids))
      .orderBy('position')
      .orderBy('id'),
  ),

  add: prepare((q, p: { course_id: number; rows: readonly (LessonText & { position: number })[]; now: string }) => {
    const from = inputColumns(p)
    return q
      .insertInto('lessons')
      .columns(['course_id', ...text, 'position', 'created_at', 'updated_at'])
      .expression(
        sql`select ${castInteger(p.course_id)}, ${from.title}, ${from.description}, ${from.duration_minutes},
          ${from.video_url}, ${from.content_url}, ${from.content}, ${from.exam_id}, ${from.completion},
          ${from.available_after_days}, ${from.due_after_days}, ${from.rendered}, ${from.position}, ${castTimestamp(p.now)},
          ${castTimestamp(p.now)} from ${from.rows} order by ${from.position}`,
      )
      .returning('id')
  }),

  change: prepare((q, p: { rows: readonly (LessonText & { id: number })[]; now: string }) => {
    const from = inputColumns(p)
    return q
      .updateTable('lessons')
      .from(from.rows)
      .set({
        title: from.title,
        description: from.description,
        duration_minutes: from.duration_minutes,
        video_url: from.video_url,
        content_url: from.content_url,
        content: from.content,
        exam_id: from.exam_id,
        completion: from.completion,
        available_after_days: from.available_after_days,
        due_after_days: from.due_after_days,
        rendered: from.rendered,
        updated_at: p.now,
      })
      .where(sql`lessons.id`, '=', castInteger(sql`given.value->>'id'`))
  }),

  /** Pairs of an id and a position. */
  arrange: prepare((q, p: { places: readonly (readonly [id: number, position: number])[] }) =>
    q
      .updateTable('lessons')
      .set({
        position: sql<number>`(select ${castInteger(sql`given.value->>1`)} from ${jsonRows(p.places)} as given
          where ${castInteger(sql`given.value->>0`)} = lessons.id)`,
      })
      .where(
        'id',
        'in',
        sql<number>`(select ${castInteger(sql`given.value->>0`)} from ${jsonRows(p.places)} as given)`,
      ),
  ),

  remove: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('lessons').set({ removed_at: p.now }).where('id', '=', p.id),
  ),
}
