import { normalizeValue } from '@research-platform/search-engine'
import type { FindMeanings } from '@research-platform/search-engine/query'
import { abbreviations } from '@research-platform/search-engine/query'
import type { WithConnection } from '#database/query/prepare.ts'
import { readAliases } from './aliases.ts'
import { cachePerVersion, type IndexCache } from './cache.ts'

const kept = cachePerVersion((): { byAlias?: ReadonlyMap<string, string> } => ({}))

/** Reads the aliases of the operator, once in a version of the index. */
export async function readMeanings(ctx: WithConnection, cache: IndexCache): Promise<FindMeanings> {
  const mine = kept(cache)
  mine.byAlias ??= new Map((await readAliases(ctx)).map(({ alias, meaning }) => [alias, normalizeValue(meaning)]))
  const { byAlias } = mine
  return (text) => {
    const own = byAlias.get(text)
    const common = abbreviations.get(text) ?? []
    return own === undefined ? common : [own, ...common]
  }
}
