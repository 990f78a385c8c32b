/** The relation of users who have a row in another table. */

import { sql } from 'kysely'
import {
  type Asker,
  and,
  type Condition,
  type DecidingRows,
  type Facts,
  listConditions,
  meets,
  named,
  type Relation,
  ref,
  type Table,
} from './relations.ts'

interface Membership<O, C extends Condition> {
  /** The table with a row for each of the users, whose id is in `user_id`, and its column that refers to the object. */
  table: Table
  object: string
  /** The column of the object that is referred to; `id` by default. */
  key?: string
  where?: Condition
  /** A table whose users are excluded, and its column that refers to the object. */
  unless?: { table: Table; object: string }
  /** What the object must meet. */
  when?: C
  /**
   * The prefix of the name of the group, which ends in the id of the object. The change feed tells large groups as one, and their
   * members find the groups that they are in when they read it.
   */
  group?: string
  /** Returns whether the actor has such a row, by what was loaded with the object. */
  has: (object: O, actor: Asker) => boolean
}

/**
 * Those who are in a group find it when they read the feed, so that their rows do not decide who is told. A row that the object refers to by
 * another column than its id is what it belongs to, such as the application of an interview, and never becomes another user's.
 */
function listDecidingRows<O, C extends Condition>(membership: Membership<O, C>): DecidingRows[] {
  const { table, object, key = 'id', where = {}, unless, group } = membership
  if (group !== undefined || key !== 'id') return []
  return [{ table, object, columns: Object.keys(where) }, ...(unless === undefined ? [] : [{ ...unless, columns: [] }])]
}

/** The users with a row in another table. */
export function users<O, const C extends Condition = Record<never, never>>(
  membership: Membership<O, C>,
): Relation<O & Facts<C>> {
  const { table, object, key = 'id', where = {}, unless, group, has } = membership
  const when = membership.when ?? {}
  const list = (row: string, member: string) => {
    const conditions = [sql`${ref(member, object)} = ${ref(row, key)}`, ...listConditions(member, where)]
    if (unless === undefined) return conditions
    const excluded = `${member}_excluded`
    return [
      ...conditions,
      sql`not exists (select 1 from ${named(unless.table, excluded)} where ${and([
        sql`${ref(excluded, unless.object)} = ${ref(row, key)}`,
        sql`${ref(excluded, 'user_id')} = ${ref(member, 'user_id')}`,
      ])})`,
    ]
  }
  return {
    has: (actor, loaded) => has(loaded, actor) && meets(loaded, when),
    holds(row, viewer) {
      const member = `${row}_member`
      const conditions = [...list(row, member), sql`${ref(member, 'user_id')} = ${viewer.actor_id}`]
      const exists = sql`exists (select 1 from ${named(table, member)} where ${and(conditions)})`
      return and([exists, ...listConditions(row, when)])
    },
    members(row) {
      const member = `${row}_member`
      if (group !== undefined) return [{ joins: [], who: { group }, where: listConditions(row, when) }]
      const join = sql`inner join ${named(table, member)} on ${and(list(row, member))}`
      return [{ joins: [join], who: { user: ref(member, 'user_id') }, where: listConditions(row, when) }]
    },
    origins: [],
    columns: Object.keys(when),
    rows: listDecidingRows(membership),
  }
}
