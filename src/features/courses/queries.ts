import { type ExpressionBuilder, sql } from 'kysely'
import type { PriceList, StoredPrice } from '#core/prices.ts'
import { asBoolean, asJson, integerList, jsonObject, measureRows, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import type { Tables } from '#database/tables/index.ts'
import { courseRecord } from './record.ts'
import { courseRights } from './rights.ts'
import type { Course } from './schemas.ts'

const { qualifiedColumns, values } = courseRecord

/** The columns that an author writes, with prices in minor units. */
export type CourseText = WrittenValues<typeof courseRecord> & Pick<PriceList, 'other_prices'>

/** A course as it is read, with prices in minor units. */
export type CourseRow = Omit<Course, 'prices'> & { other_prices: StoredPrice[]; rostered: boolean }

type Row = CourseText & { title_key: string; category_key: string; now: string }

/** The user who reads; determines `enrolled`. */
export interface Viewer {
  actor_id: number
}

const prerequisites = perEngine<number[]>({
  sqlite: sql`(select json_group_array(id) from (select prerequisite_id as id from course_prerequisites
    where course_id = courses.id order by prerequisite_id))`,
  postgres: sql`(select coalesce(jsonb_agg(prerequisite_id order by prerequisite_id), '[]'::jsonb)
    from course_prerequisites where course_id = courses.id)`,
})

/** The columns of `Course`. */
export const selectColumns = (
  eb: ExpressionBuilder<Tables & { instructors: Tables['users'] }, 'courses' | 'instructors'>,
  p: Viewer,
) =>
  [
    ...qualifiedColumns,
    'courses.other_prices',
    jsonObject<Course['instructor']>({
      id: eb.ref('instructors.id'),
      name: eb.ref('instructors.name'),
      profile_photo: eb.ref('instructors.profile_photo'),
    }).as('instructor'),
    asJson<number[]>(prerequisites).as('prerequisites'),
    asBoolean(courseRights.relates('enrolled', p)).as('enrolled'),
    asBoolean(courseRights.relates('rostered', p)).as('rostered'),
  ] as const

export const courses = {
  byId: prepare((q, p: Viewer & { id: number }) =>
    q
      .selectFrom('courses')
      .innerJoin('users as instructors', 'instructors.id', 'courses.user_id')
      .select((eb) => selectColumns(eb, p))
      .select('courses.hidden_at')
      .where('courses.id', '=', p.id),
  ),

  /** The courses of an author. */
  size: prepare((q, p: { user_id: number }) =>
    q.selectFrom('courses').select(measureRows()).where('user_id', '=', p.user_id),
  ),

  add: prepare((q, p: Row & { user_id: number }) =>
    q
      .insertInto('courses')
      .values({
        ...columnValues(p),
        user_id: p.user_id,
        lessons_count: 0,
        duration_minutes: 0,
        enrolled_count: 0,
        announce_at: null,
        created_at: p.now,
      })
      .returning('id'),
  ),

  update: prepare((q, p: Row & { id: number }) => q.updateTable('courses').set(columnValues(p)).where('id', '=', p.id)),

  archive: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('courses').set(isArchived(p)).where('id', '=', p.id).where('status', '!=', 'archived'),
  ),

  /** Deletes a course without enrollments. */
  remove: prepare((q, p: { id: number }) =>
    q
      .deleteFrom('courses')
      .where('id', '=', p.id)
      .where('id', 'not in', q.selectFrom('enrollments').select('course_id').where('course_id', '=', p.id)),
  ),

  /** Which of the courses are published. */
  openOf: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('courses').select('id').where('id', 'in', integerList(p.ids)).where('status', '=', 'published'),
  ),

  listPublishedByUser: prepare((q, p: { user_id: number; most: number }) =>
    q
      .selectFrom('courses')
      .select(['id', 'title'])
      .where('user_id', '=', p.user_id)
      .where('status', '=', 'published')
      .where('access', '=', 'everyone')
      .orderBy('id', 'desc')
      .limit(p.most),
  ),
}

/** A hidden course stays hidden, and is archived when it is shown again. */
export const isArchived = (p: { now: string }) => ({
  status: sql<'archived' | 'draft'>`case when hidden_at is null then 'archived' else status end`,
  hidden_status: sql<string | null>`case when hidden_at is null then null else 'archived' end`,
  updated_at: p.now,
})

const columnValues = (p: Row) => ({
  ...values(p),
  other_prices: p.other_prices,
  title_key: p.title_key,
  category_key: p.category_key,
  updated_at: p.now,
})
