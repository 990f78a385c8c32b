import { findCountryNames } from './language/countries.ts'
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
      const canonical = canonicalName(name)
      if (mayBeInstitution(words.slice(from, until)) && !names.has(canonical)) names.set(canonical, { from, until })
    }
  return names
}
