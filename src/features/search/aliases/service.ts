import { type Context, runInTransaction } from '#context.ts'
import { readAliases, storeAliases } from '#features/search-index/index.ts'
import { describeAct } from '#platform/audit/audit.ts'
import type { SearchAlias, SearchAliases } from './schemas.ts'

export const listAliases = (ctx: Context): Promise<SearchAlias[]> => readAliases(ctx)

/** Replaces all aliases; searches of all instances use the new ones from their next search on. */
export const replaceAliases = (ctx: Context, { aliases }: SearchAliases): Promise<SearchAlias[]> =>
  runInTransaction(ctx, async (tx) => {
    const before = await readAliases(tx)
    await storeAliases(tx, aliases)
    const after = await readAliases(tx)
    describeAct(tx, {
      object: { kind: 'search_aliases', id: 'all' },
      before: { aliases: before },
      after: { aliases: after },
    })
    return after
  })
