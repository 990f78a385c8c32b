/**
 * Writes `language/acronyms.tsv` and `language/distinct-names.txt` of the search engine from the list of institutions that ships:
 * `npm run node -- scripts/institution-names.ts`. They say what the names of institutions alone do not: which one of several people mean
 * by an acronym, and which names are not the same institution although only the order of their words differs.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { listCanonicalVariants, normalizeInstitutionName } from '@research-platform/search-engine'
import { abbreviations } from '@research-platform/search-engine/query'
import { foldText } from '#core/text-normalization.ts'

const shipped = join(import.meta.dirname, '../src/features/institutions/institutions.tsv.br')
const target = join(import.meta.dirname, '../packages/search-engine/language')
const source = '# From the Research Organization Registry (ror.org, CC0)'
/** Acronyms of less known institutions are mostly unknown to others. */
const maxKnown = 4_000

/** Acronyms that are first names as well, such as Erica, mean the people. */
const firstNames = new Set(readFileSync(join(target, 'nicknames.tsv'), 'utf8').split(/[\t\n|]/))
const isAcronym = (name: string) =>
  !firstNames.has(foldText(name)) && /^\p{L}{3,8}$/u.test(name) && /\p{Lu}\p{L}*\p{Lu}/u.test(name)

interface Institution {
  id: string
  name: string
  others: readonly string[]
}

/** Those that exist, best known first. */
const institutions = brotliDecompressSync(readFileSync(shipped))
  .toString()
  .split('\n')
  .flatMap((line): Institution[] => {
    const [id = '', state, country, , names = ''] = line.split('\t')
    const [name = '', ...others] = names.split('|')
    return state === '' && country !== '' ? [{ id, name, others }] : []
  })

/** How much better known than others an institution must be to be meant by an acronym. */
const clearly = 4

/** The acronyms of which one institution is much better known than all others. */
function listAcronyms(): string[] {
  const meanings = new Map<string, { name: string; place: number }[]>()
  for (const [place, { name, others }] of institutions.entries())
    for (const acronym of new Set(others.filter(isAcronym).map(foldText)))
      meanings.set(acronym, [...(meanings.get(acronym) ?? []), { name, place }])
  return [...meanings].flatMap(([acronym, [first, second]]) => {
    if (first === undefined || first.place >= maxKnown || abbreviations.has(acronym)) return []
    const canonical = normalizeInstitutionName(first.name)
    const isClear = second === undefined || second.place >= clearly * first.place
    return isClear && canonical.includes(' ') ? [`${acronym}\t${canonical}`] : []
  })
}

/** The institutions of each canonical name. */
const groupByName = (listNames: (institution: Institution) => readonly string[]) => {
  const owners = new Map<string, Set<string>>()
  for (const institution of institutions)
    for (const name of listNames(institution).map(normalizeInstitutionName))
      owners.set(name, (owners.get(name) ?? new Set()).add(institution.id))
  return owners
}

/** Names of two institutions of which one is the other in another order: both are shown so, or neither institution has both. */
function listDistinctNames(): string[] {
  const owners = [groupByName(({ name }) => [name]), groupByName(({ name, others }) => [name, ...others])]
  const names = owners.flatMap((ids) =>
    [...ids].flatMap(([name, mine]) => {
      const isDistinct = listCanonicalVariants(name).some((other) => ids.get(other)?.isDisjointFrom(mine) === true)
      return isDistinct && name.includes(' ') ? [name] : []
    }),
  )
  return [...new Set(names)]
}

const write = (file: string, lines: readonly string[]) => {
  writeFileSync(join(target, file), [source, ...lines.toSorted(), ''].join('\n'))
  console.log(`${file}: ${lines.length} lines`)
}
write('acronyms.tsv', listAcronyms())
write('distinct-names.txt', listDistinctNames())
