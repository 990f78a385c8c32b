/** A relation without the users of a table. */

import { sql } from 'kysely'
import { and, type Relation, ref, type Table } from './relations.ts'

/** Those of the users who have no row in a table that refers to the object. What is loaded is known to meet it. */
export function without<O>(relation: Relation<O>, { table, object }: { table: Table; object: string }): Relation<O> {
  const isAbsent = (row: string, userId: unknown) => {
    const excluded = `${row}_excluded`
    const conditions = [sql`${ref(excluded, object)} = ${ref(row, 'id')}`, sql`${ref(excluded, 'user_id')} = ${userId}`]
    return sql`not exists (select 1 from ${sql.table(table)} as ${sql.ref(excluded)} where ${and(conditions)})`
  }
  return {
    has: (actor, loaded) => relation.has(actor, loaded),
    holds: (row, viewer) => and([relation.holds(row, viewer), isAbsent(row, viewer.actor_id)]),
    members: (row) =>
      relation.members(row).map((members) => {
        const { who, where } = members
        if (typeof who === 'string' || 'group' in who)
          throw new TypeError('Only single users are looked up in another table.')
        return { ...members, where: [...where, isAbsent(row, who.user)] }
      }),
    origins: relation.origins,
    columns: relation.columns,
    rows: [...relation.rows, { table, object, columns: [] }],
  }
}
