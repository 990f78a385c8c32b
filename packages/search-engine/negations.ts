import { createExcludedUnit, createRegionAlternatives } from './alternatives.ts'
import { postingKey } from './document.ts'
import type { ParsedQuery } from './language/query-parser.ts'
import { findRegion } from './language/regions.ts'
import { createInterpretation } from './literal-query.ts'
import type { Unit } from './request.ts'
import { listRuns, removeShadowedInstitutions } from './runs.ts'
import type { FindMeanings, Vocabulary } from './vocabulary.ts'

/** Countries in all their spellings. */
export const maxCountries = 1_000

/** Returns the longest region that the first words name. */
function findRegionAtStart(words: readonly string[]) {
  for (let until = Math.min(words.length, 5); until > 0; until--) {
    const name = words.slice(0, until).join(' ')
    if (findRegion(name) !== undefined) return { name, until }
  }
  return undefined
}

/**
 * Decides what a negation excludes: the first known name, the longest there, otherwise its first word. What follows is
 * searched for.
 */
export async function resolveNegations({ negations }: ParsedQuery, vocabulary: Vocabulary, findMeanings: FindMeanings) {
  const units: Unit[] = []
  const names: string[] = []
  const rest: string[] = []
  for (const words of negations) {
    const region = findRegionAtStart(words)
    if (region !== undefined) {
      const countries = await vocabulary.findByPrefix('country', '', maxCountries)
      const alternatives = createRegionAlternatives(createInterpretation(), region.name, countries)
      units.push({ alternatives })
      names.push(region.name)
      rest.push(...words.slice(region.until))
      continue
    }
    const runs = listRuns(words, findMeanings)
    const known = removeShadowedInstitutions(await vocabulary.findValues([...runs.keys()]))
    const from = Math.min(words.length, ...known.map(({ term }) => runs.get(term)?.from ?? 0))
    const first = known.filter(({ term }) => runs.get(term)?.from === from)
    const until = Math.max(1, ...first.map(({ term }) => runs.get(term)?.until ?? 0))
    const values = first.filter(({ term }) => runs.get(term)?.until === until)
    const said = words.slice(0, until)
    units.push(
      values.length === 0
        ? createExcludedUnit(said, findMeanings)
        : { alternatives: values.map(({ kind, term }) => ({ keys: [postingKey.value(kind, term)], weight: 1 })) },
    )
    names.push(values.find(({ kind }) => kind !== 'word')?.label ?? said.join(' '))
    rest.push(...words.slice(until))
  }
  return { units, names, rest }
}
