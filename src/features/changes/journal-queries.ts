import { sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** The name of the feed among the followers of the journal. */
const name = 'feed'

/** A place in the journal, after which rows are read. */
export interface Position {
  transaction_id: number
  position: number
}

const isAfter = ({ transaction_id, position }: Position) =>
  sql<boolean>`("journal"."transaction_id", "journal"."id") > (${transaction_id}, ${position})`

/**
 * The oldest transaction of this database that may still write: rows of it and of later ones are read when it has ended, so that none
 * comes before what was read. Other databases of the server do not count. It is found by a statement of its own: what
 * was running when it began, and is not any more, is seen by the next statement.
 */
const oldestWriter = perEngine<number>({
  sqlite: sql`1`,
  postgres: sql`least(pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
    (select min(next.id - ((next.id - writer.id) & 4294967295)) from
      (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as id) as next,
      (select backend_xid::text::bigint as id from pg_stat_get_activity(null)
        where backend_xid is not null and pid <> pg_backend_pid()
          and datid = (select oid from pg_database where datname = current_database())
      union all select transaction::text::bigint from pg_prepared_xacts where database = current_database()) as writer))`,
})

export const journal = {
  /** How far the feed has read, and whether there is more; no row before it first reads. */
  state: prepare((q) =>
    q
      .selectFrom('followers')
      .select((eb) => [
        'transaction_id',
        'position',
        eb
          .exists(
            eb
              .selectFrom('journal')
              .select('journal.id')
              .where(
                sql<boolean>`("journal"."transaction_id", "journal"."id") > ("followers"."transaction_id", "followers"."position")`,
              ),
          )
          .as('is_behind'),
      ])
      .where('name', '=', sql.lit(name)),
  ),

  begin: prepare((q) =>
    q
      .insertInto('followers')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  ),

  oldestWriter: prepare((q) => q.selectNoFrom(oldestWriter.as('transaction_id'))),

  /** The next rows of transactions before the given one. */
  after: prepare((q, p: Position & { before: number; limit: number }) =>
    q
      .selectFrom('journal')
      .select(['id', 'transaction_id', 'kind', 'object_id', 'parts'])
      .where(isAfter(p))
      .where('transaction_id', '<', p.before)
      .orderBy('transaction_id')
      .orderBy('id')
      .limit(p.limit),
  ),

  moveTo: prepare((q, p: Position) =>
    q
      .updateTable('followers')
      .set({ transaction_id: p.transaction_id, position: p.position })
      .where('name', '=', sql.lit(name)),
  ),

  /** Removes the rows that all followers have read. */
  removeRead: prepare((q) =>
    q
      .deleteFrom('journal')
      .where(
        sql<boolean>`(transaction_id, id) <= (select transaction_id, position from followers order by transaction_id, position limit 1)`,
      ),
  ),
}
