import { type Context, inTransaction } from '#context.ts'
import { readAliases, storeAliases } from '#features/search-index/index.ts'
import type { SearchAlias, SearchAliases } from './schemas.ts'

export const listAliases = (ctx: Context): Promise<SearchAlias[]> => readAliases(ctx)

/** Replaces all aliases; searches of all instances use the new ones from their next search on. */
export const replaceAliases = (ctx: Context, { aliases }: SearchAliases): Promise<SearchAlias[]> =>
  inTransaction(ctx, async (tx) => {
    await storeAliases(tx, aliases)
    return readAliases(tx)
  })
