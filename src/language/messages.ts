/** Compares a translation, or a sentence of an operator, with the English message that it replaces. */

import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from './languages.ts'

type Elements = ReturnType<IntlMessageFormat['getAst']>

/** The arguments of a message, and the cases of each of its plurals and choices. */
interface Arguments {
  readonly names: Set<string>
  readonly plurals: string[][]
  readonly choices: string[][]
}

/** Types of elements, as the library numbers them: https://formatjs.github.io/docs/icu-messageformat-parser */
const literal = 0
const select = 5
const plural = 6
const pound = 7

/** Returns what is wrong with `text` in place of the English message, one phrase for each mistake. */
export function findMistakes(english: string, text: string, language: Language): string[] {
  if (text.trim() === '') return ['the text is empty']
  // ICU would read what follows as a quotation.
  if (text.includes("'")) return ["write ’ instead of '"]
  if (!english.includes('{') && !text.includes('{')) return []
  try {
    return compare(listArguments(parse(english, 'en')), listArguments(parse(text, language)), language)
  } catch {
    // The sentence says so.
    return ['it is no ICU message']
  }
}

const parse = (message: string, language: Language): Elements =>
  new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst()

function listArguments(
  elements: Elements,
  found: Arguments = { names: new Set(), plurals: [], choices: [] },
): Arguments {
  for (const element of elements) {
    if (element.type === literal || element.type === pound || !('value' in element)) continue
    if (typeof element.value === 'string') found.names.add(element.value)
    if (element.type !== plural && element.type !== select) continue
    const cases = Object.keys(element.options)
    if (element.type === plural) found.plurals.push(cases)
    else found.choices.push(cases.toSorted())
    for (const option of Object.values(element.options)) listArguments(option.value, found)
  }
  return found
}

function compare(english: Arguments, { names, plurals, choices }: Arguments, language: Language): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const missingCategories = plurals.flatMap((cases) => pluralCategories.filter((category) => !cases.includes(category)))
  return [
    ...[...english.names.difference(names)].map((name) => `the parameter {${name}} is missing`),
    ...[...names.difference(english.names)].map((name) => `{${name}} is no parameter`),
    ...missingCategories.map((category) => `the plural "${category}" is missing`),
    ...(choices.every((cases) => english.choices.some((one) => String(one) === String(cases)))
      ? []
      : ['the cases of a choice differ']),
  ]
}
