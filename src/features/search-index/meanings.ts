import type { WithConnection } from '#database/query/prepare.ts'
import { readAliases } from './aliases.ts'
import { cachePerVersion, type IndexCache } from './cache.ts'
import { abbreviations } from './language/abbreviations.ts'
import { normalizeValue } from './language/tokenizer.ts'

/** Returns what a word or a run of words stands for: common abbreviations and the aliases of the operator. */
export type FindMeanings = (text: string) => readonly string[]

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
