/** The sentences that an operator replaces. */

import { distance } from 'fastest-levenshtein'
import { isJsonObject, type Json, type Report } from '#config/brand-json.ts'
import type { Replacements } from '#language/brand.ts'
import { isLanguage, type Language, languages, loadCatalogue } from '#language/languages.ts'
import { findMistakes } from '#language/messages.ts'

/** Returns the sentences by language; reports those that do not exist or lack a parameter. */
export function readSentences(input: Json, report: Report): Replacements {
  if (!isJsonObject(input)) {
    report(`The sentences in brand.json must be an object with the languages ${languages.join(', ')}.`)
    return {}
  }
  const keys = Object.keys(loadCatalogue('fr').sentences)
  for (const [language, texts] of Object.entries(input))
    if (isLanguage(language) && isJsonObject(texts))
      for (const [sentence, text] of Object.entries(texts)) checkSentence({ sentence, text, language, keys }, report)
    else report(`The sentences in brand.json may be in ${languages.join(', ')}; "${language}" is none of them.`)
  return input as Replacements
}

interface Replacement {
  sentence: string
  text: Json
  language: Language
  /** All sentences of the service. */
  keys: readonly string[]
}

function checkSentence({ sentence, text, language, keys }: Replacement, report: Report) {
  if (!keys.includes(sentence)) report(explainUnknown(sentence, keys))
  else if (typeof text !== 'string') report(`brand.json must replace "${sentence}" by a text.`)
  else
    for (const mistake of findMistakes(sentence, text, language))
      report(`brand.json replaces "${sentence}" by "${text}", but ${mistake}.`)
}

function explainUnknown(sentence: string, known: readonly string[]): string {
  const nearest = known.toSorted((a, b) => distance(a, sentence) - distance(b, sentence))[0] ?? ''
  const hint = distance(nearest, sentence) <= sentence.length / 3 ? ` Did you mean "${nearest}"?` : ''
  return `brand.json replaces "${sentence}", which is no sentence of the service.${hint}`
}
