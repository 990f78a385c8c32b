import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { perEngine, textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** A place in the journal: rows are read in the order of both, of which SQLite has one transaction. */
export interface Position {
  transaction_id: number
  position: number
}

/** Whether a row of the journal comes after a place. */
const isAfter = (place: { transaction_id: RawBuilder<number> | number; position: RawBuilder<number> | number }) =>
  perEngine<SqlBool>({
    sqlite: sql`"journal"."id" > ${place.position}`,
    postgres: sql`("journal"."transaction_id", "journal"."id") > (${place.transaction_id}, ${place.position})`,
  })

/**
 * The oldest transaction of this database that may still write: rows of it and of later ones are read when it has ended, so that none
 * comes before what was read. Other databases of the server do not count. It is found by a statement of its own: what
 * was running when it began, and is not any more, is seen by the next statement.
 */
const oldestWriter = perEngine<number>({
  sqlite: sql`0`,
  postgres: sql`least(pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
    (select min(next.id - ((next.id - writer.id) & 4294967295)) from
      (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as id) as next,
      (select backend_xid::text::bigint as id from pg_stat_get_activity(null)
        where backend_xid is not null and pid <> pg_backend_pid()
          and datid = (select oid from pg_database where datname = current_database())
      union all select transaction::text::bigint from pg_prepared_xacts where database = current_database()) as writer))`,
})

/** Whether a row is of an older transaction than that one. */
const isSettled = (oldest: number) =>
  perEngine<SqlBool>({ sqlite: sql`true or ${oldest}`, postgres: sql`"journal"."transaction_id" < ${oldest}` })

/** The order in which the journal is read. Rows of SQLite that came from PostgreSQL are in the order of their ids, too. */
const readingOrder = perEngine<number>({
  sqlite: sql`"journal"."id"`,
  postgres: sql`"journal"."transaction_id", "journal"."id"`,
})
const reverseOrder = perEngine<number>({
  sqlite: sql`"journal"."id" desc`,
  postgres: sql`"journal"."transaction_id" desc, "journal"."id" desc`,
})

const positionColumns = ['journal.transaction_id', 'journal.id as position'] as const

export const journalRows = {
  oldestWriter: prepare((q) => q.selectNoFrom(oldestWriter.as('transaction_id'))),

  /** The next rows of transactions before the oldest one that may still write. */
  after: prepare((q, p: Position & { oldest: number; limit: number }) =>
    q
      .selectFrom('journal')
      .select(['id', 'transaction_id', 'kind', 'object_id', 'parts'])
      .where(isAfter(p))
      .where(isSettled(p.oldest))
      .orderBy(readingOrder)
      .limit(p.limit),
  ),

  first: prepare((q) => q.selectFrom('journal').select(positionColumns).orderBy(readingOrder).limit(1)),

  last: prepare((q) => q.selectFrom('journal').select(positionColumns).orderBy(reverseOrder).limit(1)),

  /** How many rows come after a place, also those that are not settled, up to a limit. */
  countAfter: prepare((q, p: Position & { limit: number }) =>
    q
      .selectFrom(q.selectFrom('journal').select('id').where(isAfter(p)).limit(p.limit).as('some'))
      .select(sql<number>`count(*)`.as('rows')),
  ),

  /** Deletes the first rows up to a place. */
  removeUntil: prepare((q, p: Position & { limit: number }) =>
    q.deleteFrom('journal').where(
      'id',
      'in',
      q
        .selectFrom('journal')
        .select('id')
        .where((eb) => eb.not(isAfter(p)))
        .orderBy(readingOrder)
        .limit(p.limit),
    ),
  ),
}

const stateColumns = ['name', 'transaction_id', 'position', 'format', 'built', 'seen_at'] as const

export interface FollowerState extends Position {
  name: string
  format: number
  built: number
  /** When an instance last ran it. */
  seen_at: string | null
}

export const followerRows = {
  add: prepare((q, p: { name: string; format: number; now: string }) =>
    q
      .insertInto('followers')
      .values({ name: p.name, format: p.format, seen_at: p.now })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  ),

  list: prepare((q) => q.selectFrom('followers').select(stateColumns).orderBy('name')),

  get: prepare((q, p: { name: string }) => q.selectFrom('followers').select(stateColumns).where('name', '=', p.name)),

  /** Locks the row; none when another instance has locked it. */
  lockIfFree: prepare((q, p: { name: string }) =>
    q
      .selectFrom('followers')
      .select(stateColumns)
      .where('name', '=', p.name)
      .modifyEnd(perEngine({ sqlite: sql``, postgres: sql`for update skip locked` })),
  ),

  lock: prepare((q, p: { name: string }) =>
    q
      .selectFrom('followers')
      .select(stateColumns)
      .where('name', '=', p.name)
      .modifyEnd(perEngine({ sqlite: sql``, postgres: sql`for update` })),
  ),

  move: prepare((q, p: Position & { name: string }) =>
    q
      .updateTable('followers')
      .set({ transaction_id: p.transaction_id, position: p.position })
      .where('name', '=', p.name),
  ),

  saveBuilt: prepare((q, p: { name: string; format: number; built: number }) =>
    q.updateTable('followers').set({ format: p.format, built: p.built }).where('name', '=', p.name),
  ),

  see: prepare((q, p: { names: readonly string[]; now: string }) =>
    q.updateTable('followers').set({ seen_at: p.now }).where('name', 'in', textList(p.names)),
  ),

  /** Removes those of the followers that no instance has run since. */
  removeUnseen: prepare((q, p: { names: readonly string[]; since: string }) =>
    q
      .deleteFrom('followers')
      .where('name', 'in', textList(p.names))
      .where((eb) => eb.or([eb('seen_at', 'is', null), eb('seen_at', '<', p.since)])),
  ),

  /** Lets a follower be built anew. */
  reset: prepare((q, p: { name: string }) =>
    q.updateTable('followers').set({ format: 0, built: 0 }).where('name', '=', p.name),
  ),

  /** How many rows each has not read: exact on PostgreSQL; on SQLite, where no row is lost, the difference of the ids. */
  lags: prepare((q) =>
    q
      .selectFrom('followers')
      .select(stateColumns)
      .select(
        perEngine<number>({
          sqlite: sql`max(0, coalesce((select max("id") from "journal"), 0) - "position")`,
          postgres: sql`(select count(*) from "journal"
            where ("journal"."transaction_id", "journal"."id") > ("followers"."transaction_id", "followers"."position"))`,
        }).as('rows'),
      )
      .orderBy('name'),
  ),
}
