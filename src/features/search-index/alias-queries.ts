import { sql } from 'kysely'
import { arrayRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** What operators say that a word means. */
export const aliases = {
  all: prepare((q) => q.selectFrom('search_aliases').select(['alias', 'meaning']).orderBy('alias')),

  clear: prepare((q) => q.deleteFrom('search_aliases')),

  add: prepare((q, p: { rows: readonly (readonly [alias: string, meaning: string])[] }) =>
    q
      .insertInto('search_aliases')
      .columns(['alias', 'meaning'])
      .expression(sql`select value->>0, value->>1 from ${arrayRows(p.rows)} where true`),
  ),
}
