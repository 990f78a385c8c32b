/** The rows that imports have brought, and the accounts that go on for people of files. */

import { sql } from 'kysely'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { castInteger, integerList, jsonRows, textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

export const importedRows = {
  /** The rows that imports have brought, by their ids in the files. */
  byIds: prepare((q, p: { kind: string; rows: readonly { id: unknown }[] }) => {
    const id = castInteger(sql`given.value->>'id'`)
    const nearest = sql<number>`(select max(first_id) from imported_rows where kind = ${p.kind} and first_id <= ${id})`
    return (
      q
        .selectFrom(jsonRows(p.rows).as('given'))
        // On SQLite a cross join begins with the ids, so that each is one search of the index.
        .crossJoin('imported_rows as known')
        .select([id.as('id'), 'known.joined_id', 'known.run'])
        .where('known.kind', '=', p.kind)
        .where(sql<boolean>`known.first_id = ${nearest}`)
        .where(sql<boolean>`known.last_id >= ${id}`)
    )
  }),

  /** The accounts among the given ones that go on for a person of a file. */
  joined: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('imported_rows').select('joined_id').where('joined_id', 'in', integerList(p.ids)),
  ),

  add: prepareBulkInsert(
    'imported_rows',
    { kind: 'text', first_id: 'integer', last_id: 'integer', joined_id: 'integer', run: 'integer' },
    ['kind', 'first_id'],
  ),
}

/** The accounts that have proven that an address is theirs. */
export const accounts = {
  byEmails: prepare((q, p: { emails: readonly string[] }) =>
    q
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', 'in', textList(p.emails))
      .where('email_verified_at', 'is not', null)
      .where('deleted_at', 'is', null),
  ),
}
