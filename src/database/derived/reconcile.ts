/** Makes the triggers of a database those that are declared, and makes anew what they maintain where they differed. */

import { hash } from 'node:crypto'
import type { Connection } from '../database.ts'
import { escapeLiteral, runRaw, selectRaw } from '../raw-statement.ts'
import { buildPostgresTrigger, buildSqliteTrigger, type Derivation, listTriggers, type Trigger } from './triggers.ts'

/** A trigger of the database. */
interface FoundTrigger {
  name: string
  table: string
  /** Compared with what `describe` returns for a declared one. */
  definition: string | null
}

/** Runs in the transaction of the migrations, whose statements see what others have committed. */
export async function reconcileTriggers(tx: Connection, derivations: readonly Derivation[]): Promise<void> {
  const triggers = listTriggers(derivations)
  const declared = new Map(triggers.map((trigger) => [trigger.name, trigger]))
  const found = await (tx.engine === 'sqlite' ? findSqliteTriggers(tx) : findPostgresTriggers(tx))
  const isAsDeclared = ({ name, table, definition }: FoundTrigger) => {
    const trigger = declared.get(name)
    return trigger !== undefined && trigger.table === table && definition === describe(tx, trigger)
  }
  const known = new Set(found.filter(isAsDeclared).map(({ name }) => name))
  const surplus = found.filter(({ name, table }) => !known.has(name) || declared.get(name)?.table !== table)
  const missing = triggers.filter(({ name }) => !known.has(name))
  await forgetOtherTransactions(tx)
  if (surplus.length === 0 && missing.length === 0) return
  if (tx.engine === 'sqlite') await replaceSqliteTriggers(tx, surplus, missing)
  else await replacePostgresTriggers(tx, surplus, missing)
  const names = new Set(missing.map(({ name }) => name))
  for (const { triggers: some, fill } of derivations)
    if (some.some(({ name }) => names.has(name)))
      for (const statement of fill?.(tx.engine) ?? []) await runRaw(tx, statement)
}

const describe = ({ engine }: Connection, trigger: Trigger): string =>
  engine === 'sqlite' ? buildSqliteTrigger(trigger) : hash('sha256', buildPostgresTrigger(trigger).join('\n'))

const findSqliteTriggers = (tx: Connection) =>
  selectRaw<FoundTrigger>(
    tx,
    `select name, tbl_name as "table", sql as definition from sqlite_schema where type = 'trigger'`,
  )

async function replaceSqliteTriggers(
  tx: Connection,
  surplus: readonly FoundTrigger[],
  missing: readonly Trigger[],
): Promise<void> {
  for (const { name } of surplus) await runRaw(tx, `drop trigger "${name}"`)
  for (const trigger of missing) await runRaw(tx, buildSqliteTrigger(trigger))
}

/** What PostgreSQL made of a trigger, so that one that was changed by hand is found. */
const madeTrigger = 'md5(pg_get_triggerdef(pg_trigger.oid) || prosrc || tgenabled::text)'

const ownTriggers = `pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and relnamespace = current_schema()::regnamespace
    and proname in (tgname, 'refuse_audit_change')`

/**
 * Finds the triggers of the service, whose functions have their names; operators may have others. A comment has the hash of the
 * declaration and that of what PostgreSQL made of it.
 */
const findPostgresTriggers = (tx: Connection) =>
  selectRaw<FoundTrigger>(
    tx,
    `select tgname::text as name, relname::text as "table",
       case when split_part(comment, ' ', 2) = made then split_part(comment, ' ', 1) end as definition
     from (select tgname, relname, ${madeTrigger} as made, obj_description(pg_trigger.oid, 'pg_trigger') as comment
       from ${ownTriggers}) as triggers`,
  )

async function replacePostgresTriggers(
  tx: Connection,
  surplus: readonly FoundTrigger[],
  missing: readonly Trigger[],
): Promise<void> {
  const tables = [...new Set([...surplus, ...missing].map(({ table }) => `"${table}"`))].sort()
  // All at once, so that no other transaction waits for one table while it has another; and no row is written while they are counted.
  await runRaw(tx, `lock table ${tables.join(', ')} in access exclusive mode`)
  const dropped = [...new Set([...surplus, ...missing].map(({ name }) => name))]
  const statements = [
    ...surplus.map(({ name, table }) => `drop trigger "${name}" on "${table}"`),
    ...dropped.map((name) => `drop function if exists "${name}"()`),
    'drop function if exists "refuse_audit_change"()',
    ...missing.flatMap(buildPostgresTrigger),
  ]
  await runRaw(tx, `do $derived$ begin ${statements.map((statement) => `${statement};`).join('\n')} end $derived$`)
  const hashes = missing.map((trigger) => `(${escapeLiteral(trigger.name)}, ${escapeLiteral(describe(tx, trigger))})`)
  if (hashes.length === 0) return
  await runRaw(
    tx,
    `do $derived$ declare made record; begin
       for made in select tgname, relname, declared.hash, ${madeTrigger} as made
         from (values ${hashes.join(', ')}) as declared (name, hash), ${ownTriggers} and tgname = declared.name loop
         execute format('comment on trigger %I on %I is %L', made.tgname, made.relname, made.hash || ' ' || made.made);
       end loop;
     end $derived$`,
  )
}

/**
 * Rows of the journal that come from another database have ids of its transactions, which say nothing about the order here: they
 * come before all others, and are read once more where it is not known whether they were.
 */
async function forgetOtherTransactions(tx: Connection): Promise<void> {
  const isOther =
    tx.engine === 'sqlite'
      ? 'transaction_id <> 0'
      : 'transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint'
  const some = await selectRaw(
    tx,
    `select 1 as found where exists (select 1 from journal where ${isOther}) or exists (select 1 from followers where ${isOther})`,
  )
  if (some.length === 0) return
  await runRaw(tx, 'update journal set transaction_id = 0 where transaction_id <> 0')
  await runRaw(tx, 'update followers set transaction_id = 0, position = 0 where transaction_id <> 0')
}
