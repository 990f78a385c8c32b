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

/** An institute or university of technology is called Tech, with the words before it: `georgia tech`. */
function listTechnical(canonical: string): string[] {
  if (/ (?:inst tech|tech univ)$/.test(canonical)) return [canonical.replace(/ (?:inst tech|tech univ)$/, ' tech')]
  return / \p{L}+ tech$|^\p{L}+ tech$/u.test(canonical) ? [canonical.replace(/ tech$/, ' inst tech')] : []
}

/** What stands in brackets, and the country after a name, as in "Kisumu University (KU), Kenya", are no part of it. */
const withoutAdditions = (name: string): string => {
  const outside = name.replace(/(?<!\s)\s*[([][^([)\]]*[)\]]/gu, '').trim()
  const plain = outside === '' ? name : outside
  const [, main = '', last = ''] = /^(.+),([^,]+)$/u.exec(plain) ?? []
  return main !== '' && findCountryCodes(normalizeValue(last)).length > 0 ? main : plain
}

/** Returns the universities after the names of their schools, as in "School of Medicine, University of Nairobi". */
function listUniversities(name: string): string[] {
  const [, ...later] = withoutAdditions(name).split(',')
  return later.filter((part) => {
    const words = normalizeInstitutionName(part).split(' ')
    return words.length > 1 && words.some(isGeneral)
  })
}

/** Returns the parts of a name that are names themselves: the short form in brackets, the university after its school. */
const listParts = (name: string): string[] =>
  [...[...name.matchAll(/[([]([^)\]]{2,12})[)\]]/gu)].map(([, text = '']) => text), ...listUniversities(name)]
    .map(normalizeInstitutionName)
    .filter((part) => part !== '')

interface KnownNames {
  short: string
  names: readonly string[]
}

/** The lines of a file beside this one, without the first one, which says where they come from. */
const readLines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .slice(1, -1)

/** By canonical name, what is known of institutions. */
function readKnownNames(): ReadonlyMap<string, readonly KnownNames[]> {
  const result = new Map<string, KnownNames[]>()
  for (const line of readLines('./institutions.tsv')) {
    const [short = '', ...names] = line.split('\t')
    for (const name of names) result.set(name, [...(result.get(name) ?? []), { short, names }])
  }
  return result
}

let knownNames: ReadonlyMap<string, readonly KnownNames[]> | undefined
const listKnown = (canonicals: readonly string[]): KnownNames[] => {
  knownNames ??= readKnownNames()
  return canonicals.flatMap((canonical) => knownNames?.get(canonical) ?? [])
}

let distinctNames: ReadonlySet<string> | undefined

/** Returns the variants of a name, without those that are another institution: York University is not the University of York. */
function listVariants(canonical: string): string[] {
  distinctNames ??= new Set(readLines('./distinct-names.txt'))
  const variants = listCanonicalVariants(canonical)
  return distinctNames.has(canonical) ? variants.filter((name) => !distinctNames?.has(name)) : variants
}

/** Nicknames that are neither initials nor in the kept list, by the canonical name. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'massachusetts inst tech': ['mit'],
  'carnegie mellon univ': ['cmu'],
  'univ southern california': ['usc'],
  'univ california berkeley': ['ucb'],
  'hong kong univ scie tech': ['hkust'],
  'univ virginia': ['uva'],
  'univ amsterdam': ['uva'],
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

/** What people mean by a short name, and the other way round; both in canonical form. */
interface ShortNames {
  meanings: ReadonlyMap<string, readonly string[]>
  byName: ReadonlyMap<string, readonly string[]>
}

/** The nicknames, and those acronyms of the list of institutions that clearly mean one of them. */
function readShortNames(): ShortNames {
  const pairs = Object.entries(nicknames).flatMap(([name, shorts]) => shorts.map((short) => [short, name] as const))
  const nicknamed = new Set(pairs.map(([short]) => short))
  for (const line of readLines('./acronyms.tsv')) {
    const [short = '', name = ''] = line.split('\t')
    if (!nicknamed.has(short)) pairs.push([short, name])
  }
  const group = (from: 0 | 1, to: 0 | 1) =>
    new Map([...Map.groupBy(pairs, (pair) => pair[from])].map(([key, some]) => [key, some.map((pair) => pair[to])]))
  return { meanings: group(0, 1), byName: group(1, 0) }
}

let shortNames: ShortNames | undefined
const getShortNames = () => {
  shortNames ??= readShortNames()
  return shortNames
}

const nicknameSet = new Set(Object.values(nicknames).flat())
/** Whether people call an institution so, although it is neither its name nor its initials. */
export const isNickname = (name: string): boolean => nicknameSet.has(name)

/** Returns the short names that mean this institution alone; those of the kept list, where they mean no other. */
function listShortNames(full: readonly string[]): string[] {
  const { meanings, byName } = getShortNames()
  const kept = listKnown(full).flatMap(({ short }) => (short === '' || meanings.has(short) ? [] : [short]))
  return [...full.flatMap((name) => byName.get(name) ?? []), ...kept]
}

/** Returns the names of an institution in other orders, languages and words, folded; none of them is short. */
export function listFullNames(name: string): string[] {
  const main = withoutAdditions(name)
  const canonical = normalizeInstitutionName(main)
  if (canonical === '') return []
  const written = [canonical, ...listParts(name)]
  const canonicals = [...written.flatMap((one) => [one, ...listVariants(one)]), ...listTechnical(canonical)]
  const others = listKnown(canonicals).flatMap(({ names }) => names)
  return [...new Set([normalizeInstitutionName(name), ...canonicals, ...others])]
}

/** The term of initials in the index. Its point tells it from a name, because many institutions have the same initials. */
export const toInitialsTerm = (letters: string): string => `${letters}.`
export const isInitialsTerm = (term: string): boolean => term.endsWith('.')

/** Returns the other names of an institution, folded: full and short ones, and initials as terms of their own. */
export function listInstitutionNames(name: string): string[] {
  const main = withoutAdditions(name)
  const canonical = normalizeInstitutionName(main)
  const meanings = getShortNames().meanings.get(canonical) ?? []
  const full = [name, ...meanings].flatMap(listFullNames)
  const initials = [main, ...listUniversities(name)].flatMap(listInitials)
  return [...new Set([...full, ...listPartialInitials(main), ...listShortNames(full), ...initials.map(toInitialsTerm)])]
}
