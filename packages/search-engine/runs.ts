import { LRUCache } from 'lru-cache'
import { limitEntries } from './cache-limit.ts'
import { findCountryCodes, findCountryNames } from './language/countries.ts'
import { isAmbiguousDegree, isDegree } from './language/degrees.ts'
import { isEnglishWord } from './language/english-words.ts'
import { listNarrowerFields, listSynonyms } from './language/fields-of-study.ts'
import { isInitialsTerm, isNickname, listFullNames, mayBeInstitution, toInitialsTerm } from './language/institutions.ts'
import { findFields, findProfessions } from './language/professions.ts'
import { findRegion } from './language/regions.ts'
import { normalizeValue } from './language/tokenizer.ts'
import type { RelatedByWord } from './related-words.ts'
import type { FindMeanings, KnownTerm } from './vocabulary.ts'

/** Names of institutions may be long; other spellings are known of shorter ones. */
const maxNameWords = 16
const maxSpelledWords = 8

export interface Run {
  from: number
  until: number
}

/** Returns all runs of consecutive words, by their normalized text and by what they may stand for. */
export function listRuns(
  words: readonly string[],
  findMeanings: FindMeanings,
  related?: RelatedByWord,
): Map<string, Run> {
  const names = new Map<string, Run>()
  for (let from = 0; from < words.length; from++) {
    names.set(toInitialsTerm(words[from] ?? ''), { from, until: from + 1 })
    for (let until = from + 1; until <= Math.min(words.length, from + maxNameWords); until++) {
      const run = words.slice(from, until)
      names.set(run.join(' '), { from, until })
      if (run.length <= maxSpelledWords) addOtherNames(names, { from, until }, run, { findMeanings, related })
    }
  }
  return names
}

interface RunOptions {
  findMeanings: FindMeanings
  related: RelatedByWord | undefined
}

/** Adds what a run of words may stand for; what is said elsewhere in the query counts only as it is said. */
function addOtherNames(
  names: Map<string, Run>,
  place: Run,
  words: readonly string[],
  { findMeanings, related }: RunOptions,
) {
  const name = words.join(' ')
  const { others, related: further } = relatedNames.memo(name)
  for (const other of [...findMeanings(name), ...others]) names.set(other, place)
  for (const one of [...further, ...listSpellings(words, related)]) if (!names.has(one)) names.set(one, place)
}

interface RelatedNames {
  others: readonly string[]
  /** Names that count only where the query does not say them itself. */
  related: readonly string[]
}

const relatedNames = new LRUCache<string, RelatedNames>({
  ...limitEntries(5_000),
  memoMethod: (name) => ({
    others: [...findFields(name), ...findCountryNames(name)],
    related: [
      ...findProfessions(name),
      ...listSynonyms(name),
      ...listNarrowerFields(name),
      ...(mayBeInstitution(name.split(' ')) ? listFullNames(name) : []),
    ],
  }),
})

/** The run in another spelling, and written together or apart. */
function listSpellings(words: readonly string[], related: RelatedByWord | undefined): string[] {
  if (related === undefined) return []
  const other = words.map((word) => related.of(word).spellings[0] ?? word).join(' ')
  const [first = '', second] = words
  const { compound, parts } = related.of(first)
  const together = words.length === 2 && compound === `${first}${second ?? ''}` ? [compound] : []
  const apart = second === undefined ? parts.map((pair) => pair.join(' ')) : []
  return [other, ...together, ...apart].filter((name) => name !== words.join(' '))
}

/** Whether the word is known as something else than initials. */
const isKnownOtherwise = (word: string) =>
  isEnglishWord(word) || findRegion(word) !== undefined || isAmbiguousDegree(word)

/**
 * Removes institutions that the query names by their initials where the word is a country, a degree, or a word of its own that
 * is not written in capitals.
 */
export const removeShadowedInstitutions = (
  values: readonly KnownTerm[],
  capitals: ReadonlySet<string> = new Set(),
): KnownTerm[] => {
  const names = new Set(
    values.filter(({ kind }) => kind === 'field' || kind === 'skill' || kind === 'country').map(({ term }) => term),
  )
  return values.filter(({ kind, term, label }) => {
    if (kind !== 'institution' || term === normalizeValue(label) || term.includes(' ')) return true
    const letters = isInitialsTerm(term) ? term.slice(0, -1) : term
    if (findCountryCodes(letters).length > 0 || (isDegree(letters) && !isAmbiguousDegree(letters))) return false
    if (names.has(letters)) return false
    return capitals.has(letters) || isNickname(letters) || !isKnownOtherwise(letters)
  })
}
