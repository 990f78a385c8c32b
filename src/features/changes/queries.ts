import { sql } from 'kysely'
import { integerList, jsonRows, perEngine, textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { ChangeAct } from '#database/tables/changes.ts'

/** What one audience sees of a change. */
export interface ChangeRow {
  number: number
  audience: string
  act: ChangeAct
  kind: string
  object_id: string
  parent_id: number | null
  occurred_at: string
}

const columns = ['number', 'audience', 'act', 'kind', 'object_id', 'parent_id', 'occurred_at'] as const

interface Window {
  since: number
  until: number
  kinds?: readonly string[] | undefined
}

export const numbers = {
  get: prepare((q) => q.selectFrom('change_numbers').select(['last', 'deleted']).where('id', '=', 1)),

  /** Locked until the commit, so that changes are numbered one after the other. */
  lock: prepare((q) =>
    q
      .selectFrom('change_numbers')
      .select('last')
      .where('id', '=', 1)
      .modifyEnd(perEngine({ sqlite: sql``, postgres: sql`for update` })),
  ),

  setLast: prepare((q, p: { last: number }) =>
    q.updateTable('change_numbers').set({ last: p.last }).where('id', '=', 1),
  ),

  setDeleted: prepare((q, p: { deleted: number }) =>
    q.updateTable('change_numbers').set({ deleted: p.deleted }).where('id', '=', 1).where('deleted', '<', p.deleted),
  ),
}

export const changes = {
  add: prepare((q, p: { rows: readonly ChangeRow[] }) =>
    q
      .insertInto('changes')
      .columns([...columns])
      .expression(
        q.selectFrom(jsonRows(p.rows).as('given')).select([
          perEngine<number>({
            sqlite: sql`value ->> 'number'`,
            postgres: sql`(value ->> 'number')::bigint`,
          }).as('number'),
          sql<string>`value ->> 'audience'`.as('audience'),
          sql<ChangeAct>`value ->> 'act'`.as('act'),
          sql<string>`value ->> 'kind'`.as('kind'),
          sql<string>`value ->> 'object_id'`.as('object_id'),
          perEngine<number | null>({
            sqlite: sql`value ->> 'parent_id'`,
            postgres: sql`(value ->> 'parent_id')::bigint`,
          }).as('parent_id'),
          perEngine<string>({
            sqlite: sql`value ->> 'occurred_at'`,
            postgres: sql`(value ->> 'occurred_at')::timestamptz`,
          }).as('occurred_at'),
        ]),
      ),
  ),

  /** The next rows of each audience, at most `most` for each. */
  ofAudiences: prepare(
    (q, p: Window & { audiences: readonly string[]; most: number }) => {
      const ofKinds = p.kinds === undefined ? sql`` : sql`and "next"."kind" in ${textList(p.kinds)}`
      const next = sql`select "next"."number" from "changes" as "next" where "next"."audience" = "asked"."audience"
        and "next"."number" > ${p.since} and "next"."number" <= ${p.until} ${ofKinds}
        order by "next"."number" limit ${p.most}`
      const asked = sql<{ audience: string }>`${perEngine({
        sqlite: sql`(select value as "audience" from json_each(${p.audiences}))`,
        postgres: sql`(select value collate "C" as "audience" from jsonb_array_elements_text(${p.audiences}::jsonb))`,
      })}`
      return q
        .selectFrom(asked.as('asked'))
        .innerJoin('changes', (join) =>
          join.onRef('changes.audience', '=', 'asked.audience').on(
            perEngine<boolean>({
              sqlite: sql`"changes"."number" in (${next})`,
              postgres: sql`"changes"."number" = any (array(${next}))`,
            }),
          ),
        )
        .select(['number', 'changes.audience', 'act', 'kind', 'object_id', 'parent_id', 'occurred_at'])
        .orderBy('number')
    },
    { optional: ['kinds'] },
  ),

  /** All rows of the numbers, in their order. */
  between: prepare(
    (q, p: Window) => {
      const rows = q
        .selectFrom('changes')
        .select(columns)
        .where('number', '>', p.since)
        .where('number', '<=', p.until)
        .orderBy('number')
      return p.kinds === undefined ? rows : rows.where('kind', 'in', textList(p.kinds))
    },
    { optional: ['kinds'] },
  ),

  /** The last of the next numbers, of which all are older than the time. */
  lastExpired: prepare((q, p: { since: number; until: number; before: string }) =>
    q
      .selectFrom('changes')
      .select((e) => e.fn.max('number').as('number'))
      .where('number', '>', p.since)
      .where('number', '<=', p.until)
      .where('occurred_at', '<', p.before),
  ),

  /** The first change after the number. */
  next: prepare((q, p: { since: number }) =>
    q.selectFrom('changes').select('number').where('number', '>', p.since).orderBy('number').limit(1),
  ),

  removeUntil: prepare((q, p: { since: number; until: number }) =>
    q.deleteFrom('changes').where('number', '>', p.since).where('number', '<=', p.until),
  ),

  ofAudience: prepare((q, p: { audience: string }) =>
    q.selectFrom('changes').select(columns).where('audience', '=', p.audience).orderBy('number'),
  ),

  removeAudience: prepare((q, p: { audience: string }) => q.deleteFrom('changes').where('audience', '=', p.audience)),
}

export const readers = {
  /**
   * Drafts of courses, and courses for invited people, that the users are enrolled in, whose groups they are in. Of other courses,
   * the groups see what all see; a hidden draft is one that they saw until it was hidden.
   */
  courseGroups: prepare((q, p: { user_ids: readonly number[] }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('courses', 'courses.id', 'enrollments.course_id')
      .select(['enrollments.user_id', 'enrollments.course_id'])
      .where('enrollments.user_id', 'in', integerList(p.user_ids))
      .where('enrollments.awaiting_payment', '=', false)
      .where((eb) => eb.or([eb('courses.status', '=', 'draft'), eb('courses.access', '=', 'invited')])),
  ),

  /** Exams for practice of the courses that the users are enrolled in, whose groups they are in. */
  practiceExams: prepare((q, p: { user_ids: readonly number[] }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('lessons', 'lessons.course_id', 'enrollments.course_id')
      .innerJoin('exams', 'exams.id', 'lessons.exam_id')
      .select(['enrollments.user_id', 'exams.id as exam_id'])
      .where('enrollments.user_id', 'in', integerList(p.user_ids))
      .where('enrollments.awaiting_payment', '=', false)
      .where('exams.practice', '=', true)
      .distinct(),
  ),

  /** The user for whom a token acts. */
  ofToken: prepare((q, p: { token_id: number }) =>
    q
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select(['users.role', 'access_tokens.scopes'])
      .where('access_tokens.id', '=', p.token_id),
  ),

  administrators: prepare((q, p: { user_ids: readonly number[] }) =>
    q.selectFrom('users').select('id').where('role', '=', 'admin').where('id', 'in', integerList(p.user_ids)),
  ),
}
