/** The document of a text with a title, such as a course or a job post. */

import { addNumber, addTexts, type IndexDocument, postingKey, qualityBits, type Term, titleLevels } from './document.ts'
import { findCountryCodes } from './language/countries.ts'
import { listInstitutionNames } from './language/institutions.ts'
import { detectLanguages } from './language/other-languages.ts'
import { normalizeValue, textStopWords, tokenize } from './language/tokenizer.ts'
import type { TermKind } from './term-kinds.ts'

export interface IndexedText {
  title: string
  /** What it is about in a word or two: its category, field or skills. */
  keywords: readonly { kind: 'field' | 'skill'; text: string }[]
  organization?: string
  location?: string
  body: string
  /** Whether every user may read it. */
  isPublic: boolean
}

/** A longer title is no name of its subject. */
const maxNameWords = 8
/** Words side by side in a title weigh as much as in this many titles of a researcher. */
const titleLevel = 8

/** Builds the document of a text. A private one has no terms, so that no suggestion and no correction comes from it. */
export function buildTextDocument(input: IndexedText): IndexDocument {
  const { title, keywords, organization = '', location = '', body, isPublic } = input
  const keys = new Set([postingKey.all, postingKey.title(normalizeValue(title))])
  const words = new Set<string>()
  const texts = {
    keywords: [title, ...keywords.map(({ text }) => text)],
    headline: [organization, location],
    body: [body],
  }
  const languages = detectLanguages([...texts.keywords, ...texts.headline, ...texts.body].flatMap(tokenize))
  const shared = { keys, words, languages, stopWords: textStopWords }
  addTexts({ ...shared, zone: 'keywords' }, texts.keywords)
  addTexts({ ...shared, zone: 'headline' }, texts.headline)
  addTexts({ ...shared, zone: 'body' }, texts.body)
  addTitlePairs(keys, tokenize(title))
  addNumber(keys, postingKey.quality, qualityBits, rateTitle(tokenize(title)))

  const values = listValues(input)
  for (const [kind, term] of values) keys.add(postingKey.value(kind, term))
  return {
    keys: isPublic ? [...keys] : [...keys].map(postingKey.private),
    terms: isPublic ? [...[...words].map((word): Term => ['word', word, word]), ...values] : [],
    privateTerms: [],
    verified: false,
    years: 0,
  }
}

/** Rates how much of a title each of its words is: of equal matches the one with the shorter title comes first. */
const rateTitle = (words: readonly string[]): number =>
  Math.max(0, 2 ** qualityBits - 1 - 2 * words.filter((word) => !textStopWords.has(word)).length)

function addTitlePairs(keys: Set<string>, words: readonly string[]) {
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    if (next === undefined) continue
    for (const level of titleLevels) if (level <= titleLevel) keys.add(postingKey.titles([word, next], level))
  }
}

function listValues({ title, keywords, organization = '', location = '' }: IndexedText): Term[] {
  const toTerm = (kind: TermKind, text: string): Term => [kind, normalizeValue(text), text]
  const countries = location.split(/[,;/()]/).filter((part) => findCountryCodes(normalizeValue(part)).length > 0)
  const names = tokenize(title).length > maxNameWords ? [] : [toTerm('field', title)]
  const organizations = [normalizeValue(organization), ...listInstitutionNames(organization)]
  const values = [
    ...keywords.map(({ kind, text }) => toTerm(kind, text)),
    ...names,
    ...organizations.map((name): Term => ['institution', name, organization]),
    ...countries.map((part) => toTerm('country', part.trim())),
  ]
  return [...new Map(values.map((value) => [`${value[0]} ${value[1]}`, value])).values()].filter(
    ([, term]) => term !== '',
  )
}
