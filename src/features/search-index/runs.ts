import { abbreviations } from './language/abbreviations.ts'
import { findCountryNames } from './language/countries.ts'
import { findFields } from './language/professions.ts'

const maxNameWords = 8

/** Returns all runs of consecutive words, by their normalized text. */
export function listRuns(words: readonly string[]): Map<string, { from: number; until: number }> {
  const names = new Map<string, { from: number; until: number }>()
  for (let from = 0; from < words.length; from++)
    for (let until = from + 1; until <= Math.min(words.length, from + maxNameWords); until++) {
      const name = words.slice(from, until).join(' ')
      names.set(name, { from, until })
      for (const phrase of abbreviations.get(name) ?? []) names.set(phrase, { from, until })
      for (const field of findFields(name)) names.set(field, { from, until })
      for (const country of findCountryNames(name)) names.set(country, { from, until })
    }
  return names
}
