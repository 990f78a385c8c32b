/** Queries of tables with a row for each person who is attached to an object, such as the graders of an exam. */

import { type Generated, type Kysely, type Selectable, type SelectType, sql } from 'kysely'
import { jsonObject, measureRows } from './query/expressions.ts'
import { type Builder, type PreparedList, prepare, prepareList, type QueryMethods } from './query/prepare.ts'
import type { Tables } from './tables/index.ts'

/** What every such row has. The table has a unique index of the object and the user. */
interface Member {
  id: number
  user_id: number
  added_at: string
}

export type MembershipTable = {
  [T in keyof Tables & string]: Selectable<Tables[T]> extends Member ? T : never
}[keyof Tables & string]

export type MemberColumn<T extends MembershipTable> = keyof Tables[T] & string

type AcceptedColumn<T extends MembershipTable> = Extract<'accepted_at', MemberColumn<T>>

interface MemberUser<NoPhoto> {
  id: number
  name: string
  /** Empty without an address, and in tables whose members do not accept: they show no address. */
  email: string
  profile_photo: string | NoPhoto
}

export type MemberValues<T extends MembershipTable, C extends MemberColumn<T>> = {
  [K in C]: SelectType<Tables[T][K]>
}

export type MemberRow<T extends MembershipTable, C extends MemberColumn<T>> = Member &
  MemberValues<T, C> &
  MemberValues<T, AcceptedColumn<T>> & { user: MemberUser<[AcceptedColumn<T>] extends [never] ? null : never> }

interface Definition<T extends MembershipTable, O extends MemberColumn<T>, C extends MemberColumn<T>> {
  table: T
  /** The column that refers to the object. */
  object: O
  /** What a member has beyond that, such as a role. */
  columns: readonly C[]
  /** Whether members accept, which `accepted_at` says. */
  accepts: [AcceptedColumn<T>] extends [never] ? false : true
  /** Whether the list is read a page at a time, for which the table has an index of the object and the id. */
  isPaged: boolean
}

interface OfObject {
  object_id: number
}
interface OfUser {
  user_id: number
}
interface ById {
  id: number
}

export interface MembershipQueries<T extends MembershipTable, O extends MemberColumn<T>, C extends MemberColumn<T>> {
  readonly columns: readonly C[]
  /** Oldest first. */
  readonly of: QueryMethods<OfObject, MemberRow<T, C>, never>
  readonly paged: PreparedList<OfObject, MemberRow<T, C>, never> | undefined
  readonly byId: QueryMethods<OfObject & ById, MemberRow<T, C>, never>
  readonly withUser: QueryMethods<OfObject & OfUser, ById, never>
  readonly size: QueryMethods<OfObject, { total: number; bytes: number }, never>
  readonly add: QueryMethods<OfObject & OfUser & { now: string } & MemberValues<T, C>, ById, never>
  readonly update: QueryMethods<ById & MemberValues<T, C>, never, never> | undefined
  /** The first acceptance is kept. */
  readonly accept: QueryMethods<ById & { now: string }, never, never> | undefined
  readonly remove: QueryMethods<ById, never, never>
  /** The memberships of a user, for the export. */
  readonly ofUser: QueryMethods<OfUser, Omit<MemberRow<T, C | O>, 'user' | 'user_id'>, never>
  readonly eraseByUser: QueryMethods<OfUser, never, never>
}

/** The tables as these queries see them. */
interface AnyTables {
  member: Member & { id: Generated<number>; accepted_at: string | null }
  users: Tables['users']
}

const open = (q: Builder) => q as unknown as Kysely<AnyTables>

/** The columns of texts that callers write; the others have no length to speak of. */
const textColumns: readonly string[] = ['role']

/** Creates the queries of a membership. */
export const createMembershipQueries = <
  const T extends MembershipTable,
  const O extends MemberColumn<T>,
  const C extends MemberColumn<T> = never,
>(
  definition: Definition<T, O, C>,
): MembershipQueries<T, O, C> =>
  ({
    columns: definition.columns,
    ...createReads(definition),
    ...createChanges(definition),
  }) as unknown as MembershipQueries<T, O, C>

/** A definition as the functions read it that serve all tables. */
interface AnyDefinition {
  table: string
  object: string
  columns: readonly string[]
  accepts: boolean
  isPaged: boolean
}

/** The table under the name by which the compiler knows all of them. */
const nameTable = (table: string) => table as 'member'

function createReads({ table, object, columns, accepts, isPaged }: AnyDefinition) {
  const aliased = nameTable(`${table} as member`)
  const ofObject = sql.ref<number>(`member.${object}`)
  const own = [...columns, ...(accepts ? ['accepted_at'] : [])]
  const selectColumns = (names: readonly string[]) => names.map((name) => sql.ref(`member.${name}`).as(name))

  const selectRows = (q: Builder, p: OfObject) => open(q).selectFrom(aliased).where(ofObject, '=', p.object_id)
  const select = (q: Builder) =>
    open(q)
      .selectFrom(aliased)
      .innerJoin('users', 'users.id', 'member.user_id')
      .select(['member.id', 'member.user_id', 'member.added_at', ...selectColumns(own)])
      .select((eb) =>
        jsonObject<MemberUser<null>>({
          id: eb.ref('users.id'),
          name: eb.ref('users.name'),
          email: accepts ? eb.fn.coalesce('users.email', sql<string>`''`) : sql<string>`''`,
          profile_photo: accepts
            ? eb.fn.coalesce('users.profile_photo', sql<string>`''`)
            : eb.ref('users.profile_photo'),
        }).as('user'),
      )
  const list = (q: Builder, p: OfObject) => select(q).where(ofObject, '=', p.object_id).orderBy('member.id')

  return {
    of: prepare(list),
    paged: isPaged ? prepareList(list) : undefined,
    byId: prepare((q, p: OfObject & ById) => select(q).where(ofObject, '=', p.object_id).where('member.id', '=', p.id)),
    withUser: prepare((q, p: OfObject & OfUser) =>
      selectRows(q, p).select('member.id').where('user_id', '=', p.user_id),
    ),
    size: prepare((q, p: OfObject) =>
      selectRows(q, p).select(measureRows(...columns.filter((name) => textColumns.includes(name)))),
    ),
    ofUser: prepare((q, p: OfUser) =>
      open(q)
        .selectFrom(aliased)
        .select(['member.id', ...selectColumns([object, ...own]), 'member.added_at'])
        .where('member.user_id', '=', p.user_id)
        .orderBy(ofObject)
        .orderBy('member.id'),
    ),
  }
}

function createChanges({ table, object, columns, accepts }: AnyDefinition) {
  const stored = nameTable(table)
  const pickValues = (p: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(columns.map((name) => [name, p[name]]))
  const change = (q: Builder) => open(q).updateTable(stored)

  return {
    add: prepare((q, p: OfObject & OfUser & { now: string } & Record<string, unknown>) => {
      const row = { ...pickValues(p), [object]: p.object_id, user_id: p.user_id, added_at: p.now }
      return open(q).insertInto(stored).values(row).returning('id')
    }),
    update:
      columns.length === 0
        ? undefined
        : prepare((q, p: ById & Record<string, unknown>) => change(q).set(pickValues(p)).where('id', '=', p.id)),
    accept: accepts
      ? prepare((q, p: ById & { now: string }) =>
          change(q).set({ accepted_at: p.now }).where('id', '=', p.id).where('accepted_at', 'is', null),
        )
      : undefined,
    remove: prepare((q, p: ById) => open(q).deleteFrom(stored).where('id', '=', p.id)),
    eraseByUser: prepare((q, p: OfUser) => open(q).deleteFrom(stored).where('user_id', '=', p.user_id)),
  }
}
