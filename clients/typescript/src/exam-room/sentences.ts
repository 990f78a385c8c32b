/** The sentences of the exam room in the language of the page. */

import { languages } from './languages.ts'

/** Writes a sentence. Values stand in braces; a number is written for the language. */
export type Write = (sentence: string, values?: Readonly<Record<string, string | number>>) => string

/** Returns the function that writes in a language, or in English where there is no translation. */
export function createWrite(language: string): Write {
  const [primary = 'en'] = language.toLowerCase().split('-')
  const words = languages[primary] ?? {}
  const numbers = new Intl.NumberFormat(`${primary}-u-nu-latn`, { maximumFractionDigits: 2 })
  const format = (value: string | number) => (typeof value === 'number' ? numbers.format(value) : value)
  return (sentence, values = {}) =>
    (words[sentence] ?? sentence).replace(/\{(\w+)\}/g, (all, name: string) => format(values[name] ?? all))
}
