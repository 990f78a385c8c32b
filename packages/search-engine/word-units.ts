/** The units of one word. */

import {
  createCountryAlternatives,
  createFieldAlternatives,
  createInitialAlternative,
  createInitialsInName,
  createNameAlternative,
  createPartAlternatives,
  createPhraseAlternatives,
  createProfessionAlternatives,
  createRegionAlternatives,
  createStemAlternatives,
  createTitleAlternatives,
  createValueAlternatives,
  createWordAlternatives,
  type Interpretation,
} from './alternatives.ts'
import type { InterpretOptions } from './corrections.ts'
import { findCountryNames } from './language/countries.ts'
import { isEnglishWord } from './language/english-words.ts'
import { isNickname, normalizeInstitutionName, toInitialsTerm } from './language/institutions.ts'
import { foldName } from './language/name-variants.ts'
import { listStemLanguages } from './language/other-languages.ts'
import type { ParsedQuery } from './language/query-parser.ts'
import { normalizeValue } from './language/tokenizer.ts'
import type { RelatedByWord } from './related-words.ts'
import type { Alternative, Unit } from './request.ts'
import type { Correction, KnownTerm } from './vocabulary.ts'

/** The weight of a correction by its number of edits. */
const correctionFactors = [1, 0.75, 0.5]
const prefixFactor = 0.5
const foldedFactor = 0.95
const abbreviationFactor = 0.9
const occupationFactor = 0.95
const nicknameFactor = 0.6
/** Less than an institution that people mean by these letters. */
const initialsFactor = 0.7
/** Less than a word in the text of a profile; institutions that are known by these letters, and others with these initials. */
const acronymFactor = 0.4
const wordFactor = 0.25
const maxCompletions = 12
/** Names are rare words, so more words are tried for the beginning of one. */
const maxNameCompletions = 80
const minNamePrefix = 3

/** What is known of the query when its units are created. */
export interface UnitContext extends InterpretOptions {
  query: ParsedQuery
  /** The words, corrected. */
  words: readonly string[]
  values: readonly KnownTerm[]
  corrections: ReadonlyMap<string, Correction[]>
  forms: ReadonlyMap<string, readonly string[]>
  related: RelatedByWord
  universities: ReadonlyMap<string, KnownTerm[]>
  /** The countries of the index, where the query names a region. */
  countries: readonly KnownTerm[]
}

/** Whether the alternatives are those of a country, a region or an institution, or else of a field or skill. */
export function getFirmness(alternatives: readonly Alternative[]): Unit['firm'] {
  const hasValue = (kinds: RegExp) => alternatives.some(({ keys: [key = ''] }) => kinds.test(key))
  if (hasValue(/^=(?:country|institution):/)) return 'always'
  return hasValue(/^=(?:field|skill):/) ? 'besides words' : undefined
}

export async function addWord(result: Interpretation, index: number, context: UnitContext) {
  const { query, values, corrections, findMeanings, countries } = context
  const word = query.words[index] ?? ''
  const meant = corrections.get(word) ?? [{ word, edits: 0 }]
  const letters = createLetterAlternatives(result, word, context)
  const alternatives = meant.flatMap((correction) => createMeantAlternatives(result, correction, letters.others))
  alternatives.push(...letters.alternatives)
  const languages = listStemLanguages(word, context.languages)
  alternatives.push(...createStemAlternatives(word, languages), ...createPartAlternatives(result, word))
  alternatives.push(...createRelatedAlternatives(result, word, context))
  const folded = foldName(word)
  if (folded !== word) alternatives.push(createNameAlternative(result, folded, foldedFactor))
  if (query.initials.includes(word)) alternatives.push(createInitialAlternative(word))
  alternatives.push(...createInitialsInName(word, [query.words[index - 1], query.words[index + 1]]))
  for (const country of findCountryNames(word))
    if (country !== word) alternatives.push(...createCountryAlternatives(result, country, values))
  alternatives.push(...createRegionAlternatives(result, word, countries))
  for (const university of context.universities.get(word) ?? [])
    alternatives.push(...createValueAlternatives(result, university.term, [university], abbreviationFactor))
  for (const phrase of findMeanings(word)) {
    result.expanded.set(word, phrase)
    alternatives.push(...createPhraseAlternatives(result, phrase.split(' '), values, abbreviationFactor))
  }
  const isLast = index === query.words.length - 1
  if (isLast && word.length > 1 && !corrections.has(word))
    alternatives.push(...(await createCompletions(result, index, context)))
  result.units.push({ alternatives, said: word, firm: getFirmness(alternatives) })
}

/**
 * Separates the institutions that are known by the letters of the word, and those with these initials, where at least as many profiles
 * have it as a word: that is meant then, unless it stands in capitals.
 */
function createLetterAlternatives(
  result: Interpretation,
  word: string,
  { query, values, related }: UnitContext,
): { others: KnownTerm[]; alternatives: Alternative[] } {
  const uses = related.known.get(word) ?? 0
  const isWord = ({ researchers }: KnownTerm) => uses >= researchers
  const isAcronym = (value: KnownTerm) =>
    value.kind === 'institution' &&
    value.term === word &&
    word !== normalizeValue(value.label) &&
    !(isNickname(word) || query.capitals.has(word)) &&
    isWord(value)
  const initials = values.filter(({ kind, term }) => kind === 'institution' && term === toInitialsTerm(word))
  const create = (some: readonly KnownTerm[], worth: number) =>
    some.flatMap((value) => createValueAlternatives(result, value.term, [value], worth))
  return {
    others: values.filter((value) => !isAcronym(value)),
    alternatives: [
      ...create(values.filter(isAcronym), acronymFactor),
      ...initials.flatMap((value) => create([value], isWord(value) ? wordFactor : initialsFactor)),
    ],
  }
}

/** What a word means, which is a guess where the word was corrected. */
function createMeantAlternatives(
  result: Interpretation,
  { word, edits }: Correction,
  values: readonly KnownTerm[],
): Alternative[] {
  const worth = correctionFactors[edits] ?? 0
  const alternatives = [
    ...createWordAlternatives(result, word, worth),
    ...(edits === 0 ? createTitleAlternatives(word) : []),
    ...createValueAlternatives(result, word, values, worth),
    ...createProfessionAlternatives(result, word, values, worth),
    ...(edits === 0 ? createFieldAlternatives(result, word, values) : []),
  ]
  return edits === 0 ? alternatives : alternatives.map((alternative) => ({ ...alternative, guess: word }))
}

/** The word in other spellings, forms and words that mean the same. */
function createRelatedAlternatives(
  result: Interpretation,
  word: string,
  { related, forms, values }: UnitContext,
): Alternative[] {
  const { spellings, nicknames, occupations, parts } = related.of(word)
  const institutions = values.filter(({ kind }) => kind === 'institution')
  const canonical = normalizeInstitutionName(word)
  return [
    ...[...spellings, ...(forms.get(word) ?? [])].flatMap((one) =>
      createMeantAlternatives(result, { word: one, edits: 0 }, values),
    ),
    ...occupations.flatMap((one) => createWordAlternatives(result, one, occupationFactor)),
    ...nicknames.map((one) => createNameAlternative(result, one, nicknameFactor)),
    ...parts.flatMap((pair) => createPhraseAlternatives(result, pair, values, 1)),
    ...(canonical === word ? [] : createValueAlternatives(result, canonical, institutions, 1)),
  ]
}

/** Endings that make another form of a word, such as `musicology` of `music`. */
const derivedEnding =
  /^(?:s|es|al|ally|ed|ing|ics?|ical|ian|ians|ism|ists?|ly|o?log(?:y|ical|ists?)|o?graph(?:y|ic|ical|ers?)|o?metr(?:y|ics?)|o?nom(?:y|ics)|o?therap(?:y|ies|ists?))$/

/** Whether the last letter is doubled before the ending, as in `crystallography` of `crystal`. */
const isDoubledForm = (word: string, term: string) =>
  term.startsWith(word + word.slice(-1)) && derivedEnding.test(term.slice(word.length + 1))

/**
 * The frequent words with the prefix anywhere, and further ones, which are mostly names, in names only. A word that a profile has is
 * not the beginning of another one, except of a name, beside the word before it; a word of English only of its own forms, unless texts
 * are searched, where it has no other match.
 */
async function createCompletions(
  result: Interpretation,
  index: number,
  { query, related, vocabulary, subject }: UnitContext,
): Promise<Alternative[]> {
  const prefix = query.words[index] ?? ''
  const before = query.words[index - 1]
  const isKnown = related.known.has(prefix)
  const isAboutPeople = subject?.kinds === undefined
  const isWord = isKnown || (isAboutPeople && isEnglishWord(prefix))
  if (isKnown && (before === undefined || prefix.length < minNamePrefix)) return []
  const most = prefix.length >= minNamePrefix ? maxNameCompletions : maxCompletions
  const found = (await vocabulary.findByPrefix('word', prefix, most)).filter(({ term }) => term !== prefix)
  const toGuess = (alternatives: readonly Alternative[], guess: string) =>
    alternatives.map((one) => ({ ...one, guess }))
  const isForm = ({ term }: KnownTerm) =>
    !isKnown && (derivedEnding.test(term.slice(prefix.length)) || isDoubledForm(prefix, term))
  const words = isWord ? found.filter(isForm) : found.slice(0, maxCompletions)
  const names = isWord ? (before === undefined ? [] : found) : found.slice(maxCompletions)
  return [
    ...words.flatMap(({ term }) => toGuess(createWordAlternatives(result, term, prefixFactor), term)),
    ...names.flatMap(({ term }) => {
      const name = createNameAlternative(result, term, prefixFactor)
      const keys =
        isWord && before !== undefined ? [...name.keys, ...createNameAlternative(result, before, 1).keys] : name.keys
      return toGuess([{ ...name, keys }], term)
    }),
  ]
}
