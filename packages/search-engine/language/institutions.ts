/** The other names of institutions: short forms, and names in other words and languages. */

import { readFileSync } from 'node:fs'
import { findCountryCodes } from './countries.ts'
import { isGeneral, joining, listCanonicalVariants, normalizeInstitutionWord, splitName } from './institution-words.ts'
import { normalizeValue, stopWords, tokenize } from './tokenizer.ts'

const shortest = 3
const longest = 8
/** As of all values in the index. */
const longestName = 120

/** Returns the words of a name by which it is compared: `univ california berkeley` for Univ. of California - Berkeley. */
export const normalizeInstitutionName = (name: string): string =>
  splitName(name)
    .filter((word) => !joining.has(word))
    .map(normalizeInstitutionWord)
    .join(' ')
    .replace(/\bchuo kikuu\b/, 'univ')
    .slice(0, longestName)
    .toWellFormed()

/**
 * Returns the initials by which people name an institution, with and without joining words: `mit` for Massachusetts
 * Institute of Technology, `uon` for University of Nairobi.
 */
export function listInitials(name: string): string[] {
  const words = splitName(name).filter((word, index) => index > 0 || word !== 'the')
  const main = words.filter((word) => !joining.has(word))
  const initials = [main, words].map((some) => some.map((word) => word.charAt(0)).join(''))
  // Nairobi University is called like University of Nairobi.
  const [first = '', second = ''] = main
  if (main.length === 2 && [first, second].some((word) => normalizeInstitutionWord(word) === 'univ'))
    initials.push(`uo${(normalizeInstitutionWord(first) === 'univ' ? second : first).charAt(0)}`)
  return [...new Set(initials)].filter(
    (letters) => letters.length >= shortest && letters.length <= longest && !stopWords.has(letters),
  )
}

/** Whether a run of words of a query can be the whole name of an institution. */
export const mayBeInstitution = (words: readonly string[]): boolean => {
  const [first = '', last = ''] = [words.at(0), words.at(-1)]
  const main = words.filter((word) => !joining.has(word) && !stopWords.has(word))
  return main.length > 1 && main.includes(first) && main.includes(last)
}

/** The beginning of canonical names for which a word such as `umich` stands: `univ mich`; undefined for other words. */
export const expandUniversityName = (word: string): string | undefined =>
  /^u\p{L}{3,}$/u.test(word) ? `univ ${word.slice(1)}` : undefined

/** Initials of the first words with the words after them: `uc berkeley`, `iit bombay`. */
function listPartialInitials(name: string): string[] {
  const words = tokenize(name).filter((word) => !joining.has(word))
  return words.slice(2).map((_, index) => {
    const rest = words.slice(index + 2)
    const initials = words.slice(0, index + 2).map((word) => word.charAt(0))
    return [initials.join(''), ...rest].join(' ')
  })
}

/** An institute of technology is called Tech, with the words before it: `georgia tech`. */
function listTechnical(canonical: string): string[] {
  if (canonical.endsWith(' inst tech')) return [canonical.replace(/ inst tech$/, ' tech')]
  return / \p{L}+ tech$|^\p{L}+ tech$/u.test(canonical) ? [canonical.replace(/ tech$/, ' inst tech')] : []
}

/** What stands in brackets, and the country after a name, as in "Kisumu University (KU), Kenya", are no part of it. */
const withoutAdditions = (name: string): string => {
  const outside = name.replace(/(?<!\s)\s*[([][^([)\]]*[)\]]/gu, '').trim()
  const plain = outside === '' ? name : outside
  const [, main = '', last = ''] = /^(.+),([^,]+)$/u.exec(plain) ?? []
  return main !== '' && findCountryCodes(normalizeValue(last)).length > 0 ? main : plain
}

/** Returns the parts of a name that are names themselves: the short form in brackets, the university after its school. */
function listParts(name: string): string[] {
  const short = [...name.matchAll(/[([]([^)\]]{2,12})[)\]]/gu)].map(([, text = '']) => normalizeInstitutionName(text))
  const [, ...later] = withoutAdditions(name).split(',')
  const whole = later.flatMap((part) => {
    const words = normalizeInstitutionName(part).split(' ')
    return words.length > 1 && words.some(isGeneral) ? [words.join(' '), ...listInitials(part)] : []
  })
  return [...short, ...whole].filter((part) => part !== '')
}

interface KnownNames {
  short: string
  names: readonly string[]
}

/** By canonical name, and by the short form, what is known of institutions. */
function readKnown(): ReadonlyMap<string, readonly KnownNames[]> {
  const result = new Map<string, KnownNames[]>()
  const file = readFileSync(new URL('./institutions.tsv', import.meta.url), 'utf8')
  for (const line of file.split('\n').slice(1, -1)) {
    const [short = '', ...names] = line.split('\t')
    for (const name of names) result.set(name, [...(result.get(name) ?? []), { short, names }])
  }
  return result
}

let known: ReadonlyMap<string, readonly KnownNames[]> | undefined

/** Nicknames that are neither initials nor in the kept list, by the canonical name. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'eth zurich': ['eth', 'ethz'],
  'swiss federal inst tech': ['eth'],
  'swiss federal inst tech zurich': ['eth', 'ethz'],
  'ecole polytechnique federale lausanne': ['epfl'],
  'swiss federal inst tech lausanne': ['epfl'],
  'univ california los angeles': ['ucla'],
  'ludwig maximilians univ munich': ['lmu'],
  'ludwig maximilian univ munich': ['lmu'],
  'univ munich': ['lmu'],
  'rheinisch westfalische tech high aachen': ['rwth'],
  'rwth aachen univ': ['rwth'],
  'univ witwatersrand': ['wits', 'wits univ'],
  'univ lagos': ['unilag'],
  'univ pennsylvania': ['penn', 'upenn'],
  'univ campinas': ['unicamp'],
  'univ estadual campinas': ['unicamp'],
  'univ mississippi': ['ole miss'],
  'univ north carolina chapel hill': ['chapel hill', 'unc'],
  'virginia polytechnic inst state univ': ['virginia tech'],
  'louisiana state univ': ['lsu'],
  'hebrew univ jerusalem': ['huji'],
  'univ coll london': ['ucl'],
  'imperial coll london': ['imperial'],
  'imperial coll scie tech medicine': ['imperial'],
}

const listKnown = (canonicals: readonly string[]): KnownNames[] => {
  known ??= readKnown()
  return canonicals.flatMap((canonical) => known?.get(canonical) ?? [])
}

/** Returns the names of an institution in other orders, languages and words, folded; none of them is short. */
export function listFullNames(name: string): string[] {
  const main = withoutAdditions(name)
  const canonical = normalizeInstitutionName(main)
  if (canonical === '') return []
  const written = [canonical, ...listParts(name)]
  const canonicals = [...written.flatMap((one) => [one, ...listCanonicalVariants(one)]), ...listTechnical(canonical)]
  const others = listKnown(canonicals).flatMap(({ names }) => names)
  return [...new Set([normalizeInstitutionName(name), ...canonicals, ...others])]
}

/** Returns the other names of an institution, folded: full ones, initials and short forms. */
export function listInstitutionNames(name: string): string[] {
  const main = withoutAdditions(name)
  const full = listFullNames(name)
  const short = listKnown(full).flatMap(({ short }) => (short === '' ? [] : [short]))
  return [
    ...new Set([
      ...full,
      ...listInitials(main),
      ...listPartialInitials(main),
      ...short,
      ...full.flatMap((one) => nicknames[one] ?? []),
    ]),
  ]
}

/** Whether the name is made of the initials of the institution, so that it may just as well be another word. */
export const isDerivedFromInitials = (name: string, institution: string): boolean =>
  listInitials(withoutAdditions(institution)).includes(name) && name !== normalizeValue(institution)
