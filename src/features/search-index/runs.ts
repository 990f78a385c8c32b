import { findCountryNames } from './language/countries.ts'
import { listNarrowerFields, listSynonyms } from './language/fields-of-study.ts'
import { canonicalName, mayBeInstitution } from './language/institutions.ts'
import { findFields } from './language/professions.ts'
import type { FindMeanings } from './meanings.ts'

const maxNameWords = 8

export interface Run {
  from: number
  until: number
}

/** Returns all runs of consecutive words, by their normalized text and by what they may stand for. */
export function listRuns(words: readonly string[], findMeanings: FindMeanings): Map<string, Run> {
  const names = new Map<string, Run>()
  for (let from = 0; from < words.length; from++)
    for (let until = from + 1; until <= Math.min(words.length, from + maxNameWords); until++) {
      const name = words.slice(from, until).join(' ')
      names.set(name, { from, until })
      const others = [...findMeanings(name), ...findFields(name), ...findCountryNames(name)]
      for (const other of others) names.set(other, { from, until })
      const related = listRelatedNames(words.slice(from, until), name).filter((one) => !names.has(one))
      for (const one of related) names.set(one, { from, until })
    }
  return names
}

/** Names that count only where the query does not say them itself. */
const listRelatedNames = (words: readonly string[], name: string): string[] => [
  ...listSynonyms(name),
  ...listNarrowerFields(name),
  ...(mayBeInstitution(words) ? [canonicalName(name)] : []),
]
