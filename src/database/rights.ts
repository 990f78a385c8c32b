/**
 * Rights: how users are related to an object, and what each relation may do, declared once for each kind of object. From the
 * declaration come the check of a loaded object (`may`), the same rule as a condition of a query (`allows`), and who is told of
 * changes (`audience`). A declaration is a value that services and queries read; it checks nothing by itself.
 */

import { sql } from 'kysely'
import { type FollowedRows, followDeciding, followObjects, type TrackedColumns } from './derived/journal.ts'
import {
  type Asker,
  and,
  type Condition,
  listConditions,
  type Members,
  or,
  type Relation,
  ref,
  type Sql,
  type Table,
  user,
  type Viewer,
} from './relations.ts'

type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never
type ObjectOf<R> = R extends Relation<infer O> ? O : never
type Relations = Readonly<Record<string, Relation<never>>>
type Grants<R extends Relations> = Readonly<Record<string, readonly ((keyof R & string) | 'admin')[]>>
/** What must be loaded of an object to decide about a permission. */
type PermissionObject<R extends Relations, G extends Grants<R>, P extends keyof G> = UnionToIntersection<
  ObjectOf<R[Exclude<G[P][number], 'admin'>]>
>

interface Definition<R extends Relations, G extends Grants<R>> {
  /** The kind of the objects in the change feed. */
  kind: string
  table: Table
  /** What a row must have to be an object; the others are marked as deleted. */
  where?: Condition
  /** The column of the object that it is part of. */
  parent?: string
  relations: R
  /** The relations that have each permission. Those who may `read` are told of changes. */
  may: G
  /** The rows whose changes are changes of an object. Rows and columns that decide only who sees it follow from the relations. */
  followed?: readonly FollowedRows[]
  /** Groups of fields, and the permission without which changes of them are not told. */
  parts?: Readonly<Record<string, keyof G & string>>
  /** Permissions on which those on other objects depend. */
  inherited?: readonly (keyof G & string)[]
}

/** Administrators are told of everything, so they are an audience only where no other user is one. */
const onlyAdmins: readonly Members[] = [{ joins: [], who: 'admin', where: [] }]

type Source = Pick<Definition<Relations, Grants<Relations>>, 'table' | 'where' | 'parent'>

/** Selects some users with the permission on each of the objects. */
function selectAudience(
  { table, where = {}, parent }: Source,
  permission: string,
  { joins, who, where: conditions }: Members,
  ids: Sql,
): Sql {
  const prefix = permission === 'read' ? '' : `${permission}/`
  const name =
    typeof who === 'string'
      ? sql.lit(`${prefix}${who}`)
      : 'group' in who
        ? sql`${sql.lit(`${prefix}${who.group}`)} || ${ref(table, 'id')}`
        : sql`${sql.lit(`${prefix}user:`)} || ${who.user}`
  return sql`select ${ref(table, 'id')} as "object_id",
    ${parent === undefined ? sql`null` : ref(table, parent)} as "parent_id", ${name} as "audience"
    from ${sql.join([sql.table(table), ...joins], sql` `)}
    where ${and([sql`${ref(table, 'id')} in ${ids}`, ...listConditions(table, where), ...conditions])}`
}

/** Declares the rights on the objects of a table. */
export function defineRights<const R extends Relations, const G extends Grants<R>>(definition: Definition<R, G>) {
  const { kind, table, where = {}, relations, may, parts = {}, inherited = [], followed = [] } = definition
  const list = (permission: string): Relation<never>[] =>
    (may[permission] ?? []).flatMap((name) => (name in relations ? [relations[name] as Relation<never>] : []))
  const isForAdmins = (permission: string) => may[permission]?.includes('admin') ?? false
  const members = (permission: string, row: string) => list(permission).flatMap((relation) => relation.members(row))
  const check = (permission: string) => (actor: Asker, object: never) =>
    (actor.role === 'admin' && isForAdmins(permission)) || list(permission).some(({ has }) => has(actor, object))
  const told = [...new Set<string>(['read', ...inherited, ...Object.values(parts)])]

  return {
    kind,
    table,
    parts,
    inherited,
    followed: followDeciding(followed, {
      table,
      columns: [...Object.keys(where), ...told.flatMap((name) => list(name).flatMap(({ columns }) => columns))],
      rows: told.flatMap((name) => list(name).flatMap(({ rows }) => rows)),
    }).map((rows) => ({ ...rows, kind })),
    members,
    /** Whether the actor has the permission on the loaded object. */
    may: Object.fromEntries(Object.keys(may).map((permission) => [permission, check(permission)])) as {
      readonly [P in keyof G]: (actor: Asker, object: PermissionObject<R, G, P>) => boolean
    },
    /** Returns the condition that the viewer has the permission on the object in `row`. */
    allows(permission: keyof G & string, viewer: Viewer, row: string = table) {
      const admins = viewer.is_admin !== undefined && isForAdmins(permission) ? [sql`${viewer.is_admin}`] : []
      return or([...list(permission).map(({ holds }) => holds(row, viewer)), ...admins])
    },
    /** Returns the condition that the viewer is related to the object in `row`. */
    relates: (relation: keyof R & string, viewer: Viewer = { actor_id: null }, row: string = table) =>
      and([(relations[relation] as Relation<never>).holds(row, viewer)]),
    /** The permissions on other objects on which it depends who is told. */
    origins: told.flatMap((permission) => list(permission).flatMap(({ origins }) => origins)),
    /**
     * Returns a query for the audiences of objects: `public`, `user:ID` and groups of those who may read, and after the name
     * of the permission those with inherited permissions and those of parts. Objects without viewers have no rows.
     */
    audience: (ids: Sql): Sql =>
      sql.join(
        told.flatMap((permission) =>
          (list(permission).length === 0 ? onlyAdmins : members(permission, table)).map((some) =>
            selectAudience(definition, permission, some, ids),
          ),
        ),
        sql` union all `,
      ),
  }
}

type TrackedRecord = TrackedColumns & { readonly table: Table }

/** The rights on objects that only their user reads, whose id is in `user_id`. */
export const definePersonalRights = (kind: string, record: TrackedRecord) =>
  defineRights({
    kind,
    table: record.table,
    relations: { owner: user('user_id') },
    may: { read: ['owner'] },
    followed: [followObjects(record)],
  })

/** The rights on objects that only administrators read. */
export const defineAdministrativeRights = (kind: string, record: TrackedRecord) =>
  defineRights({
    kind,
    table: record.table,
    relations: {},
    may: { read: ['admin'] },
    followed: [followObjects(record)],
  })

/** Rights as the change feed asks for them. */
export type FeedRights = Pick<
  ReturnType<typeof defineRights<Relations, Grants<Relations>>>,
  'kind' | 'table' | 'parts' | 'inherited' | 'followed' | 'origins' | 'audience'
>
