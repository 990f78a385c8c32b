/**
 * Relations of users to objects. Each says in three ways who is related to an object: of one that is loaded, as a condition of a
 * query, and as the list of all users, which the change feed needs.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables/index.ts'

export type Table = keyof Tables & string
export type Sql = RawBuilder<unknown>

/** The user who asks. */
export interface Asker {
  readonly id: number
  readonly role: string
}

/** The user who asks, as parameters of a query. Without `is_admin`, the rights of administrators are left out. */
export interface Viewer {
  readonly actor_id: unknown
  readonly is_admin?: unknown
}

type Value = string | number | boolean | null
/** The values that columns of a row have, or do not have (`not`), or of which they have one (`among`). */
export type Condition = Readonly<
  Record<string, Value | { readonly not: Value } | { readonly among: readonly (string | number)[] }>
>
export type Facts<C> = { readonly [K in keyof C]: unknown }

/** Any value but this one. */
export const not = (value: Value) => ({ not: value })

/** One of these values. */
export const among = <const V extends string | number>(...values: readonly V[]) => ({ among: values })

/** Users who are related to an object, in SQL. */
export interface Members {
  /** Tables that are joined to the row of the object. */
  joins: readonly Sql[]
  /** The id of the user; the beginning of the name of a group, which ends in the id of the object; or all users. */
  who: { user: Sql } | { group: string } | 'public' | 'admin'
  where: readonly Sql[]
}

/** A permission on another object that decides about this one. Its row has the id of that object in the column. */
export interface Origin {
  readonly kind: string
  readonly permission: string
  readonly column: string
}

/** Rows of another table that decide who is related to the object in `object`, and the columns that do, besides those of a new or deleted row. */
export interface DecidingRows {
  readonly table: Table
  readonly object: string
  readonly columns: readonly string[]
}

/** How users are related to objects; `O` is what must be loaded of an object to know it. */
export interface Relation<in O> {
  /** Returns whether the actor is related to the loaded object. */
  has(actor: Asker, object: O): boolean
  /** Returns the condition that the viewer is related to the object in `row`. */
  holds(row: string, viewer: Viewer): Sql
  /** Returns all users who are related to the object in `row`. */
  members(row: string): readonly Members[]
  readonly origins: readonly Origin[]
  /** The columns of the object that decide who is related to it, without references to its owner and its parent, which never change. */
  readonly columns: readonly string[]
  readonly rows: readonly DecidingRows[]
}

export const ref = (row: string, column: string) => sql.ref(`${row}.${column}`)
const joinWith = (parts: readonly Sql[], operator: Sql) =>
  parts.length === 1 ? sql<boolean>`${parts[0]}` : sql<boolean>`(${sql.join(parts, operator)})`
export const and = (parts: readonly Sql[]) => (parts.length === 0 ? sql<boolean>`true` : joinWith(parts, sql` and `))
export const or = (parts: readonly Sql[]) => (parts.length === 0 ? sql<boolean>`false` : joinWith(parts, sql` or `))
export const named = (table: Table, row: string) => sql`${sql.table(table)} as ${sql.ref(row)}`

/** Splits a value into what is compared and whether it must differ. */
const parseValue = (value: Value | { readonly not: Value }): [value: Value, isNot: boolean] =>
  value !== null && typeof value === 'object' ? [value.not, true] : [value, false]

const isChoice = (wanted: Condition[string]) => wanted !== null && typeof wanted === 'object' && 'among' in wanted

export const listConditions = (row: string, condition: Condition): Sql[] =>
  Object.entries(condition).map(([column, wanted]) => {
    if (isChoice(wanted)) return sql`${ref(row, column)} in (${sql.join(wanted.among.map((value) => sql.lit(value)))})`
    const [value, isNot] = parseValue(wanted)
    if (value === null) return sql`${ref(row, column)} is ${isNot ? sql`not null` : sql`null`}`
    return sql`${ref(row, column)} ${isNot ? sql`<>` : sql`=`} ${sql.lit(value)}`
  })

export const meets = (object: Facts<Condition>, condition: Condition): boolean =>
  Object.entries(condition).every(([column, wanted]) => {
    if (isChoice(wanted)) return wanted.among.some((value) => value === object[column])
    const [value, isNot] = parseValue(wanted)
    return (object[column] === value) !== isNot
  })

/** All users, if the object meets the condition. */
export const everyone = <const C extends Condition>(condition: C): Relation<Facts<C>> => ({
  has: (_actor, object) => meets(object, condition),
  holds: (row) => and(listConditions(row, condition)),
  members: (row) => [{ joins: [], who: 'public', where: listConditions(row, condition) }],
  origins: [],
  columns: Object.keys(condition),
  rows: [],
})

type OwnerColumn<N extends string> = { readonly [K in N]: number | null }

/** The user whose id is in the column, if the object meets the condition. */
export const user = <const N extends string, const C extends Condition = Record<never, never>>(
  column: N,
  condition?: C,
): Relation<OwnerColumn<N> & Facts<C>> => ({
  has: (actor, object) => object[column] === actor.id && meets(object, condition ?? {}),
  holds: (row, viewer) => and([sql`${ref(row, column)} = ${viewer.actor_id}`, ...listConditions(row, condition ?? {})]),
  members: (row) => [{ joins: [], who: { user: ref(row, column) }, where: listConditions(row, condition ?? {}) }],
  origins: [],
  columns: Object.keys(condition ?? {}),
  rows: [],
})

/** Rights that other objects depend on. */
interface ParentRights {
  readonly kind: string
  readonly table: Table
  readonly may: Readonly<Record<string, (actor: Asker, object: never) => boolean>>
  allows(permission: string, viewer: Viewer, row: string): Sql
  members(permission: string, row: string): readonly Members[]
}

/** A permission on the object that a row refers to in `column`. */
interface Link<R extends ParentRights, P extends keyof R['may'], O> {
  rights: R
  may: P & string
  column: string
  /** What the row of the object that is referred to must meet. What is loaded is known to meet it. */
  where?: Condition
  /** Returns what was loaded of the object that is referred to. */
  load: (object: O) => Parameters<R['may'][P]>[1]
}

function follow<R extends ParentRights, P extends keyof R['may'], O>(link: Link<R, P, O>) {
  const { rights, may, column, where = {}, load } = link
  const target = (row: string) => `${row}_${rights.kind}`
  return {
    has: (actor: Asker, object: O) => rights.may[may]?.(actor, load(object) as never) ?? false,
    table: (row: string) => named(rights.table, target(row)),
    on: (row: string) =>
      and([sql`${ref(target(row), 'id')} = ${ref(row, column)}`, ...listConditions(target(row), where)]),
    allows: (row: string, viewer: Viewer) => rights.allows(may, viewer, target(row)),
    members: (row: string) => rights.members(may, target(row)),
    origin: { kind: rights.kind, permission: may, column },
  }
}

/** The users with a permission on another object, if this one meets the condition. */
export function those<
  R extends ParentRights,
  P extends keyof R['may'],
  O,
  const C extends Condition = Record<never, never>,
>(link: Link<R, P, O>, condition?: C): Relation<O & Facts<C>> {
  const { has, table, on, allows, members, origin } = follow(link)
  const when = condition ?? {}
  return {
    has: (actor, object) => has(actor, object) && meets(object, when),
    holds: (row, viewer) => {
      const isAllowed = and([on(row), allows(row, viewer)])
      return and([...listConditions(row, when), sql`exists (select 1 from ${table(row)} where ${isAllowed})`])
    },
    members: (row) =>
      members(row).map(({ joins, who, where }) => ({
        joins: [sql`inner join ${table(row)} on ${on(row)}`, ...joins],
        who,
        where: [...where, ...listConditions(row, when)],
      })),
    origins: [origin],
    columns: Object.keys(when),
    rows: [],
  }
}

/** Those of the users who have a permission on another object as well. */
export function within<R extends ParentRights, P extends keyof R['may'], A, O>(
  relation: Relation<A>,
  link: Link<R, P, O>,
): Relation<A & O> {
  const { has, table, on, allows, origin } = follow(link)
  const isAllowed = (row: string, viewer: Viewer) =>
    sql`exists (select 1 from ${table(row)} where ${and([on(row), allows(row, viewer)])})`
  return {
    has: (actor, object) => relation.has(actor, object) && has(actor, object),
    holds: (row, viewer) => and([relation.holds(row, viewer), isAllowed(row, viewer)]),
    members: (row) =>
      relation.members(row).map((members) => {
        const { who, where } = members
        if (typeof who === 'string' || 'group' in who)
          throw new TypeError('Only single users are asked for another permission.')
        return { ...members, where: [...where, isAllowed(row, { actor_id: who.user })] }
      }),
    origins: [...relation.origins, origin],
    columns: relation.columns,
    rows: relation.rows,
  }
}
