/** The other names of institutions: short forms, and names in other words and languages. */

import { readFileSync } from 'node:fs'
import { stopWords, tokenize } from './tokenizer.ts'

/** Words that join the names of institutions and that initials mostly leave out. */
const joining = new Set(
  'of the for and in at on de del della di da do das dos la le les des du der die das and fur van voor och og et y e'.split(
    ' ',
  ),
)

/**
 * The beginnings of words that stand in the names of institutions of at least 80 countries in `institutions.tsv`, such as
 * University, Universität and Univ. They are compared by these letters only.
 */
const general = new Set('acad busi cent coll educ high info inst inte nati scho scie tech univ'.split(' '))
const generalLetters = 4

const shortest = 3
const longest = 8
/** As of all values in the index. */
const longestName = 120

const unify = (word: string) => {
  const beginning = word.slice(0, generalLetters)
  return general.has(beginning) ? beginning : word
}

/** Returns the words of a name by which it is compared: `univ california berkeley` for Univ. of California - Berkeley. */
export const canonicalName = (name: string): string =>
  tokenize(name)
    .filter((word) => !joining.has(word))
    .map(unify)
    .join(' ')
    .slice(0, longestName)
    .toWellFormed()

/**
 * Returns the initials by which people name an institution, with and without joining words: `mit` for Massachusetts
 * Institute of Technology, `uon` for University of Nairobi.
 */
export function listInitials(name: string): string[] {
  const words = tokenize(name)
  const main = words.filter((word) => !joining.has(word))
  const initials = [main, words].map((some) => some.map((word) => word.charAt(0)).join(''))
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
export const expandUniversity = (word: string): string | undefined =>
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
const listTechnical = (canonical: string): string[] =>
  canonical.endsWith(' inst tech') ? [canonical.replace(/ inst tech$/, ' tech')] : []

let known: ReadonlyMap<string, readonly string[]> | undefined

/** By canonical name, the short form and the other names. */
function readKnown(): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, string[]>()
  const file = readFileSync(new URL('./institutions.tsv', import.meta.url), 'utf8')
  for (const line of file.split('\n').slice(1, -1)) {
    const [short = '', ...names] = line.split('\t')
    const all = short === '' ? names : [short, ...names]
    for (const name of names) result.set(name, [...(result.get(name) ?? []), ...all])
  }
  return result
}

/** Returns the other names of an institution, folded: initials, short forms and kept names in other words. */
export function listInstitutionNames(name: string): string[] {
  known ??= readKnown()
  const canonical = canonicalName(name)
  if (canonical === '') return []
  const others = known.get(canonical) ?? []
  const names = [canonical, ...listInitials(name), ...listPartialInitials(name), ...listTechnical(canonical), ...others]
  return [...new Set(names)]
}
