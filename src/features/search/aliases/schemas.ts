import { type Static, Type } from 'typebox'
import { NonEmptyLine, withCondition, withDescription } from '#core/schema.ts'
import { normalizeValue } from '#features/search-index/index.ts'
import type { Sentence } from '#language/sentence.ts'

export const SearchAlias = Type.Object(
  {
    alias: withDescription(NonEmptyLine('alias', 80), 'One or several words that may stand in a query.'),
    meaning: withDescription(NonEmptyLine('meaning', 120), 'What it stands for.'),
  },
  { title: 'SearchAlias', description: 'What a word or several words of a query mean.' },
)
export type SearchAlias = Static<typeof SearchAlias>

const List = Type.Object(
  { aliases: withDescription(Type.Array(SearchAlias, { maxItems: 1_000 }), 'Words of queries with their meanings.') },
  { title: 'SearchAliases' },
)

/** Each alias must have a letter or digit, occur once, and mean something else than itself. */
export const SearchAliases = withCondition(List, ({ aliases = [] }) => {
  const seen = new Set<string>()
  const errors: Record<string, Sentence[]> = {}
  // A text that is invalid by itself is absent here.
  const input: readonly Partial<SearchAlias>[] = aliases
  for (const [index, { alias, meaning }] of input.entries()) {
    const [name, meant] = [alias, meaning].map((text) => (text === undefined ? undefined : normalizeValue(text)))
    if (name === '') errors[`aliases.${index}.alias`] = ['The alias must contain a letter or digit.']
    else if (name !== undefined && seen.has(name)) errors[`aliases.${index}.alias`] = ['The alias occurs twice.']
    else if (name !== undefined && name === meant)
      errors[`aliases.${index}.meaning`] = ['The meaning must differ from the alias.']
    if (meant === '') errors[`aliases.${index}.meaning`] = ['The meaning must contain a letter or digit.']
    if (name !== undefined) seen.add(name)
  }
  return errors
})
export type SearchAliases = Static<typeof SearchAliases>
