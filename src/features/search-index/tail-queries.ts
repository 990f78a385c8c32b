/** The tail of the journal: changes that a follower has not read yet, which a search merges with what the index has. */

import { type SqlBool, sql } from 'kysely'
import { perEngine, textList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

const cursor = (column: 'transaction_id' | 'position', follower: unknown) =>
  sql<number>`coalesce((select ${sql.ref(column)} from followers where name = ${follower}), 0)`

/** Rows behind the cursor of a follower, also those above which others may still come. */
const isBehind = (follower: unknown) =>
  perEngine<SqlBool>({
    sqlite: sql`journal.id > ${cursor('position', follower)}`,
    postgres: sql`(journal.transaction_id, journal.id) > (${cursor('transaction_id', follower)}, ${cursor('position', follower)})`,
  })

/** Rows with only other groups of fields, such as who may see an object, are of no matter to an index. */
const isIndexed = sql<boolean>`(parts like '%shown%' or parts like '%found%')`

interface Behind {
  follower: string
  kinds: readonly string[]
}

const selectTail = (q: Builder, { follower, kinds }: Behind) =>
  q.selectFrom('journal').where(isBehind(follower)).where('kind', 'in', textList(kinds)).where(isIndexed)

/** The objects that changed, the latest first. */
export const tailObjects = prepare((q, p: Behind & { limit: number }) =>
  selectTail(q, p)
    .select((eb) => [
      'kind',
      'object_id',
      eb.fn.max('id').as('last'),
      // Of two transactions that change two rows of an object, the later one may become visible first.
      eb.fn.countAll<number>().as('changes'),
    ])
    .groupBy(['kind', 'object_id'])
    .orderBy('last', 'desc')
    .limit(p.limit),
)

export const countTailObjects = prepare((q, p: Behind) =>
  q
    .selectFrom(selectTail(q, p).select(['kind', 'object_id']).distinct().as('changed'))
    .select((eb) => eb.fn.countAll<number>().as('total')),
)
