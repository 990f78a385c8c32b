/** Followers of tests: they copy the changes of the kind `thing` into a table, and fail while the test says so. */

import type { Connection, Statement } from '#database/database.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Change, Follower, FollowerContext } from '#platform/followers/follower.ts'
import { runPass } from '#platform/followers/pass.ts'

const createStatement = (key: number, sql: string, parameters: readonly string[] = []): Statement => ({
  // Raw statements count down from -1.
  key: key - 2_000_000,
  sql,
  parameters,
  decodings: new Map(),
  reads: sql.startsWith('select'),
})
const createCopies = createStatement(
  -31,
  'create table copies (follower text not null, change_id bigint not null, object_id text not null, sequence bigint not null)',
)
const addCopy = {
  sqlite: createStatement(-32, 'insert into copies select ?, ?, ?, (select count(*) from copies where follower = ?)', [
    'follower',
    'id',
    'object_id',
    'follower',
  ]),
  postgres: createStatement(
    -33,
    'insert into copies select $1, $2, $3, (select count(*) from copies where follower = $4)',
    ['follower', 'id', 'object_id', 'follower'],
  ),
}
const listCopies = createStatement(-34, 'select follower, change_id, object_id from copies order by follower, sequence')

const journal = {
  add: prepare((q, p: { kind: string; object_id: string }) =>
    q.insertInto('journal').values({ transaction_id: 0, kind: p.kind, object_id: p.object_id, parts: 'shown' }),
  ),
  count: prepare((q) => q.selectFrom('journal').select((eb) => eb.fn.countAll<number>().as('rows'))),
}
const addOnPostgres = createStatement(
  -35,
  `insert into journal (transaction_id, kind, object_id, parts)
   values (pg_current_xact_id()::text::bigint, $1, $2, 'shown')`,
  ['kind', 'object_id'],
)

/** Adds a row of the journal, as a trigger does. */
export const addToJournal = (db: Connection, object_id: string, kind = 'thing') =>
  db.engine === 'sqlite' ? journal.add.run({ db }, { kind, object_id }) : db.run(addOnPostgres, { kind, object_id })

export const countJournal = async (db: Connection): Promise<number> => (await journal.count.one({ db }, {})).rows

const removeFollowers = prepare((q) => q.deleteFrom('followers'))

/** Prepares a new database for the followers of the tests alone: rows that others have not read would stay. */
export async function openCopies(db: Connection): Promise<void> {
  await db.run(createCopies, {})
  await removeFollowers.run({ db }, {})
}

/** Returns the ids of the objects that a follower has copied, in its order. */
export async function readCopies(db: Connection, follower: string): Promise<string[]> {
  const rows = await db.all<{ follower: string; object_id: string }>(listCopies, {})
  return rows.filter((row) => row.follower === follower).map(({ object_id }) => object_id)
}

/** Whether the object makes the followers fail. */
export const hostileObject = 'hostile'

async function copyChanges(db: Connection, follower: string, changes: readonly Change[]) {
  for (const { id, object_id } of changes) {
    await db.run(addCopy[db.engine], { follower, id, object_id })
    if (object_id === hostileObject) throw new Error('A hostile object.')
  }
}

const base = { kinds: ['thing'], format: 1 }

export const applying: Follower = {
  ...base,
  name: 'applying',
  apply: (tx, changes) => copyChanges(tx.db, 'applying', changes),
}

export const preparing: Follower = {
  ...base,
  name: 'preparing',
  prepare: async (_, changes) => (tx) => copyChanges(tx.db, 'preparing', changes),
}

/** Reads nothing but another kind. */
export const indifferent: Follower = {
  name: 'indifferent',
  kinds: ['other'],
  format: 1,
  apply: (tx, changes) => copyChanges(tx.db, 'indifferent', changes),
}

export const followers: readonly Follower[] = [applying, preparing, indifferent]

/** Runs one follower until it has read all. */
export async function runFollower(ctx: FollowerContext, follower: Follower): Promise<void> {
  const { failures } = await runPass(ctx, [follower], { paused: new Set(), maxMs: Number.POSITIVE_INFINITY })
  for (const { error } of failures) throw new Error(error)
}
