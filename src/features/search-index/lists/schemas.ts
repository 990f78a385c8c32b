import { type Static, Type } from 'typebox'

export const Highlight = Type.Object({
  field: Type.String({ description: 'The part that matched.' }),
  text: Type.String({ description: 'HTML-escaped, with what was found in `<mark>`.' }),
})

/** What rows of a list have besides their fields where words were searched for. */
export const Highlights = Type.Optional(
  Type.Array(Highlight, {
    description:
      'Passages that match `search`, at most one of each field, with `<mark>` around the words; only with `search`.',
  }),
)

export interface FoundRow {
  highlights: Static<typeof Highlight>[]
}

const SearchMeta = Type.Object(
  {
    all_words: Type.Boolean({
      description: 'False if no row has all of what was asked for, and the nearest ones are listed.',
    }),
    corrections: Type.Array(
      Type.Object({
        typed: Type.String({ description: 'The word, as it was typed.' }),
        meant: Type.String({ description: 'The word that was searched for instead.' }),
      }),
      { description: 'Every word that was guessed for a misspelled or unfinished one, and by which a row was found.' },
    ),
    excluded: Type.Array(Type.String(), { description: 'What rows must not have, because it was typed with a minus.' }),
    ignored: Type.Array(Type.String(), {
      description: 'Words that were not searched for, because they only frame what is asked for, such as `about`.',
    }),
    not_understood: Type.Array(Type.String(), { description: 'Words that no row has.' }),
  },
  { description: 'What was made of `search`; only with it.' },
)
export type ListSearchMeta = Static<typeof SearchMeta>

/** The field of `meta` that says what was made of the words. */
export const searchMeta = { search: Type.Optional(SearchMeta) }

/** What the parameter `search` of a list understands. */
export const describeSearch = (fields: string) =>
  `Words of ${fields}. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail ` +
  'addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all ' +
  'words, the nearest ones are listed.'

/** What the order by relevance is. */
export const relevanceOrder =
  'The best match first (`relevance`, the default with `search`; the same as `recent` without)'
