import { sql } from 'kysely'
import { integerList, jsonRows, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { FeedRights } from '#database/rights.ts'
import { allRights } from './kinds.ts'

/**
 * Objects that may have changed because another one has: all of the kind whose column `part` refers to it, after an id. The last
 * release also names those that changed themselves.
 */
export interface ChangedObject {
  kind: string
  object_id: string
  part: string | null
  after_id: number | null
}

/** Who sees an object. */
export interface StoredAudience {
  kind: string
  object_id: string
  parent_id: number | null
  /** Separated by spaces. */
  audience: string
}

const field = <T>(name: string) => sql<T>`value ->> ${sql.lit(name)}`
const integerField = (name: string) => sql<number | null>`cast(value ->> ${sql.lit(name)} as bigint)`
const keyColumns = ['kind', 'object_id'] as const

export const changedObjects = {
  /** Whether there is one, or a mark of the last release. */
  any: prepare((q) =>
    q
      .selectNoFrom(sql<number>`1`.as('found'))
      .where((eb) =>
        eb.or([
          eb.exists(eb.selectFrom('changed_objects').select('id')),
          eb.exists(eb.selectFrom('change_marks').select('id')),
        ]),
      ),
  ),

  waiting: prepare((q, p: { limit: number }) =>
    q
      .selectFrom('changed_objects')
      .select(['id', ...keyColumns, 'part', 'after_id'])
      .orderBy('id')
      .limit(p.limit),
  ),

  add: prepare((q, p: { rows: readonly ChangedObject[] }) =>
    q
      .insertInto('changed_objects')
      .columns([...keyColumns, 'part', 'after_id'])
      .expression(
        q
          .selectFrom(jsonRows(p.rows).as('given'))
          .select([
            field<string>('kind').as('kind'),
            field<string>('object_id').as('object_id'),
            field<string | null>('part').as('part'),
            integerField('after_id').as('after_id'),
          ]),
      ),
  ),

  remove: prepare((q, p: { ids: readonly number[] }) =>
    q.deleteFrom('changed_objects').where('id', 'in', integerList(p.ids)),
  ),
}

/** Marks of the last release, from before its triggers were replaced. One release from now, there are none. */
export const formerMarks = {
  any: prepare((q) => q.selectFrom('change_marks').select('id').limit(1)),

  /** Stores who could see objects before they changed, where it is not known: of those that are deleted. */
  storeAudiences: prepare((q) =>
    q
      .insertInto('object_audiences')
      .columns([...keyColumns, 'parent_id', 'audience'])
      .expression(
        q
          .selectFrom('change_marks')
          .select(keyColumns)
          .select((eb) => [
            eb.fn.max('parent_id').as('parent_id'),
            sql<string>`string_agg(audience_before, ' ')`.as('audience'),
          ])
          .where('audience_before', '!=', sql.lit(''))
          .groupBy(keyColumns),
      )
      .onConflict((conflict) => conflict.columns(keyColumns).doNothing()),
  ),

  takeOver: prepare((q) =>
    q
      .insertInto('changed_objects')
      .columns(keyColumns)
      .expression(q.selectFrom('change_marks').select(keyColumns).orderBy('id')),
  ),

  remove: prepare((q) => q.deleteFrom('change_marks')),
}

export const objectAudiences = {
  of: prepare((q, p: { objects: readonly Pick<StoredAudience, 'kind' | 'object_id'>[] }) =>
    q
      .selectFrom(
        q
          .selectFrom(jsonRows(p.objects).as('given'))
          .select([field<string>('kind').as('kind'), field<string>('object_id').as('object_id')])
          .as('asked'),
      )
      .innerJoin('object_audiences', (join) =>
        join
          .onRef('object_audiences.kind', '=', 'asked.kind')
          .onRef('object_audiences.object_id', '=', 'asked.object_id'),
      )
      .select(['object_audiences.kind', 'object_audiences.object_id', 'parent_id', 'audience']),
  ),

  save: prepare((q, p: { rows: readonly StoredAudience[] }) =>
    q
      .insertInto('object_audiences')
      .columns([...keyColumns, 'parent_id', 'audience'])
      .expression(
        q
          .selectFrom(jsonRows(p.rows).as('given'))
          .select([
            field<string>('kind').as('kind'),
            field<string>('object_id').as('object_id'),
            integerField('parent_id').as('parent_id'),
            field<string>('audience').as('audience'),
          ])
          // Without a condition, SQLite reads `on` as the one of a join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) =>
        conflict
          .columns(keyColumns)
          .doUpdateSet({ parent_id: sql`excluded.parent_id`, audience: sql`excluded.audience` }),
      ),
  ),

  remove: prepare((q, p: { objects: readonly Pick<StoredAudience, 'kind' | 'object_id'>[] }) =>
    q
      .deleteFrom('object_audiences')
      .where(
        sql<boolean>`(kind, object_id) in (${q
          .selectFrom(jsonRows(p.objects).as('given'))
          .select([field<string>('kind').as('kind'), field<string>('object_id').as('object_id')])})`,
      ),
  ),
}

interface AudienceRow {
  object_id: number | string
  parent_id: number | null
  audience: string
}

type Ids = readonly (number | string)[]

/** The ids as one parameter. Those of plans are texts. */
const listIds = (table: string, ids: Ids) =>
  sql`${perEngine({
    sqlite: sql`(select value from json_each(${ids}))`,
    postgres: sql`(select value::${table === 'plans' ? sql`text` : sql`bigint`} from jsonb_array_elements_text(${ids}::jsonb))`,
  })}`

const createKindQueries = ({ table, origins, audience }: FeedRights) => ({
  /** Who may see the objects now. */
  audience: prepare((q, p: { ids: Ids }) =>
    q
      .selectFrom(sql<AudienceRow>`(${audience(listIds(table, p.ids))})`.as('seen'))
      .select(['object_id', 'parent_id', 'audience']),
  ),

  /** The next objects that refer to another one, by the column in which they do. */
  referring: new Map(
    origins.map(({ column }) => [
      column,
      prepare((q, p: { object_id: number; after_id: number; limit: number }) =>
        q
          .selectFrom(sql<{ id: number }>`${sql.table(table)}`.as('object'))
          .select('id')
          .where(sql`${sql.ref(column)}`, '=', p.object_id)
          .where('id', '>', p.after_id)
          .orderBy('id')
          .limit(p.limit),
      ),
    ]),
  ),
})

/** The queries for the objects of each kind. */
export const kindQueries = new Map(allRights.map((rights) => [rights.kind, createKindQueries(rights)]))
