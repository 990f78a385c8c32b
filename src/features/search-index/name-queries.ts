import { sql } from 'kysely'
import { arrayRows, castInteger, integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Researchers in the order of their names. */
export const named = {
  /** Sets the keys by which names are sorted. */
  rename: prepare((q, p: { rows: readonly (readonly [id: number, name_key: string])[] }) =>
    q
      .updateTable('researchers')
      .from(
        sql<{ id: number; name_key: string }>`(
        select ${castInteger(sql`value->>0`)} as id, value->>1 as name_key from ${arrayRows(p.rows)} where true)`.as(
          'given',
        ),
      )
      .set((eb) => ({ name_key: eb.ref('given.name_key') }))
      .whereRef('researchers.id', '=', 'given.id'),
  ),

  among: prepare((q, p: { ids: number[]; limit: number; offset: number }) =>
    q
      .selectFrom('researchers')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .orderBy('name_key')
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
  ),

  after: prepare((q, p: { name_key: string; id: number; most: number }) =>
    q
      .selectFrom('researchers')
      .select(['id', 'name_key'])
      .where(sql<boolean>`(name_key, id) > (${p.name_key}, ${p.id})`)
      .orderBy('name_key')
      .orderBy('id')
      .limit(p.most),
  ),
}
