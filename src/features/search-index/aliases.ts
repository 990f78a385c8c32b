import { normalizeValue } from '@research-platform/search-engine/words'
import type { Transaction } from '#context.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { aliases } from './alias-queries.ts'
import { lists } from './lists/queries.ts'
import { versions } from './pending-queries.ts'

/** A word or several words of a query, and what they mean. */
export interface Alias {
  alias: string
  meaning: string
}

export const readAliases = (ctx: WithConnection): Promise<Alias[]> => aliases.all.all(ctx, {})

/** Replaces all aliases. A new version of the index makes all caches read them. */
export async function storeAliases(tx: Transaction, input: readonly Alias[]): Promise<void> {
  await aliases.clear.run(tx, {})
  const rows = input.map(({ alias, meaning }) => [normalizeValue(alias), meaning] as const)
  if (rows.length > 0) await aliases.add.run(tx, { rows })
  const { version } = await versions.current.one(tx, {})
  await versions.add.run(tx, { version: version + 1, keys: [], blocks: [] })
  await lists.renew.run(tx, {})
}
