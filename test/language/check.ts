/** What a catalogue must fulfil: every sentence, every field, the terms of its glossary, its plurals and its placeholders. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Language, languages, loadCatalogue } from '#language/languages.ts'
import { findMistakes } from '#language/messages.ts'
import { listRequestFields } from './request-fields.ts'

const root = new URL('../../', import.meta.url)
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

/** English is in the code. */
const translated = languages.filter((language) => language !== 'en')
/** The sentences in English: all that any catalogue translates. */
const sentences = new Set(translated.flatMap((language) => Object.keys(loadCatalogue(language).sentences)))

/** Returns one sentence for each mistake in the catalogues, with the file and the text to look for. */
export const checkLanguages = (): string[] => [...findUnusedSentences(), ...translated.flatMap(checkLanguage)]

/** Sentences that no code states. */
function findUnusedSentences(): string[] {
  // The formats of exams and the exam room state sentences too.
  const folders = ['src/', 'packages/exam-formats/', 'clients/typescript/src/exam-room/'].map(
    (path) => new URL(path, root),
  )
  const code = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && path !== 'languages.ts')
        .map((path) => readFileSync(new URL(path, folder), 'utf8').replaceAll("\\'", "'")),
    )
    .join('\n')
  const isStated = indexTexts(code)
  return [...sentences]
    .filter((sentence) => !isStated(sentence))
    .map((sentence) => `src/language/catalogues: no code states "${sentence}"`)
}

/** Letters after a quote by which its place in the code is found: to search all of the code for each of thousands of sentences takes seconds. */
const indexedLetters = 8

/** Returns a function that tells whether the code has a text in quotes. */
function indexTexts(code: string): (text: string) => boolean {
  const places = Map.groupBy(code.matchAll(/['"`]/g), ({ index }) => code.slice(index + 1, index + 1 + indexedLetters))
  return (text) =>
    text.length < indexedLetters
      ? ["'", '"', '`'].some((quote) => code.includes(quote + text + quote))
      : (places.get(text.slice(0, indexedLetters)) ?? []).some(({ 0: quote, index }) =>
          code.startsWith(text + quote, index + 1),
        )
}

function checkLanguage(language: Language): string[] {
  const catalogue = loadCatalogue(language)
  const path = fileURLToPath(new URL(`src/language/catalogues/${language}.json`, root)).slice(
    fileURLToPath(root).length,
  )
  const missing = (kind: string, wanted: readonly string[], found: object) =>
    wanted.filter((key) => !(key in found)).map((key) => `${path}: the ${kind} "${key}" is missing`)
  return [
    ...missing('sentence', [...sentences], catalogue.sentences),
    ...missing('field', listRequestFields(readJson('openapi.json')), catalogue.fields),
    ...Object.entries(catalogue.sentences).flatMap(([key, text]) =>
      checkMessage(key, text, language).map((mistake) => `${path}: ${mistake}`),
    ),
  ]
}

/** Returns the mistakes of one translation. */
export const checkMessage = (key: string, text: string, language: Language): string[] => [
  ...findMistakes(key, text, language).map((mistake) => `${mistake} in "${text}"`),
  ...findTerms(key, text, loadCatalogue(language).glossary),
]

/** A sentence with a term of the glossary contains one of the translations of the term. */
function findTerms(key: string, text: string, glossary: Readonly<Record<string, readonly string[]>>): string[] {
  const words = key.replaceAll(/\{\w+\}/g, '')
  const written = text.toLowerCase()
  return Object.entries(glossary)
    .filter(([term]) => new RegExp(`\\b${term}s?\\b`, 'i').test(words))
    .filter(([, forms]) => !forms.some((form) => written.includes(form.toLowerCase())))
    .map(([term, forms]) => `"${term}" is ${forms.join(' or ')}, which is missing in "${text}"`)
}
