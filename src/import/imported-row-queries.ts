/** The rows that imports have brought, and the accounts that go on for people of files. */

import { sql } from 'kysely'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { asJson, castInteger, integerList, jsonObject, jsonRows, textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Range {
  last_id: number
  joined_id: number | null
  run: number
}

export const importedRows = {
  /** The nearest range of rows that imports have brought, for each id of a file: one search of the index, however many there are. */
  nearest: prepare((q, p: { kind: string; rows: readonly { id: unknown }[] }) => {
    const id = castInteger(sql`given.value->>'id'`)
    const range = q
      .selectFrom('imported_rows')
      .select(({ ref }) =>
        jsonObject<Range>({ last_id: ref('last_id'), joined_id: ref('joined_id'), run: ref('run') }).as('range'),
      )
      .where('kind', '=', p.kind)
      .where(sql<boolean>`first_id <= ${id}`)
      .orderBy('first_id', 'desc')
      .limit(sql.lit(1))
    return q.selectFrom(jsonRows(p.rows).as('given')).select([id.as('id'), asJson<Range | null>(range).as('range')])
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
