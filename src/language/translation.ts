/** Writes sentences for a reader, with `intl-messageformat`, the one library that reads ICU messages here. */

import { IntlMessageFormat } from 'intl-messageformat'
import { formatDateTime, formatDay, formatMoney, joinList } from './formats.ts'
import { isRightToLeft, loadCatalogue } from './languages.ts'
import type { FilledSentence, PlainTemplate, Sentence, Template, Value, Values } from './sentence.ts'
import { english, type Localizer } from './wording.ts'

/** Returns the sentence in the language of the reader. */
export function translate(sentence: Sentence, wording: Localizer): string {
  if (typeof sentence === 'string') return format(sentence, {}, wording)
  if ('stored' in sentence) return findStored(sentence.stored, wording)
  return 'verbatim' in sentence ? sentence.verbatim : format(sentence.template, sentence.values, wording)
}

/** Returns the sentence in English, without the brand of an operator. */
export const translateToEnglish = (sentence: Sentence): string => translate(sentence, english)

/** Writes sentences for one reader. */
export interface Translate {
  (sentence: Sentence): string
  <T extends Template>(template: T, values: Values<T>): string
}

/** Returns the function that writes sentences for one reader. */
export const createTranslate =
  (wording: Localizer): Translate =>
  (sentence: Sentence, values?: Readonly<Record<string, Value>>): string =>
    values !== undefined && typeof sentence === 'string'
      ? format(sentence, values, wording)
      : translate(sentence, wording)

function format(template: Template, values: FilledSentence['values'], wording: Localizer): string {
  const message = findMessage(template, wording)
  // A sentence without arguments is no message in English, so its braces and apostrophes are its own.
  if (message === template && !template.includes('{')) return template
  return String(parse(message, wording).format(mapValues(values, (value) => writeValue(value, wording))))
}

/** Returns the parts of a sentence; `values` may be objects, such as markup, which stay as they are. */
export function translateToParts<T extends object>(
  template: Template,
  values: Readonly<Record<string, string | number | T>>,
  wording: Localizer,
): (string | T)[] {
  const parts = parse(findMessage(template, wording), wording).formatToParts<T>(values)
  return parts.map(({ value }) => value)
}

/** Returns the message of a sentence, whose values are not filled in. */
export const findMessage = (template: Template, { language, brand }: Localizer): string =>
  brand.sentences[language]?.[template] ??
  (language === 'en' ? template : (loadCatalogue(language).sentences[template] ?? template))

const findStored = (text: string, { language, brand }: Localizer): string => {
  const own: Readonly<Record<string, string | undefined>> = brand.sentences[language] ?? {}
  return own[text] ?? (language === 'en' ? text : (loadCatalogue(language).sentences[text] ?? text))
}

const parsed = new Map<string, IntlMessageFormat>()

/** Parses a message once. There are as many as sentences and languages. */
function parse(message: string, { language }: Localizer): IntlMessageFormat {
  const key = `${language} ${message}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(message, `${language}-u-nu-latn`, undefined, { ignoreTag: true })
  parsed.set(key, format)
  return format
}

const mapValues = <From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

function writeValue(value: Value, wording: Localizer): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return isolate(value, wording)
  if ('template' in value) return translate(value, wording)
  if ('verbatim' in value) return isolate(value.verbatim, wording)
  if ('field' in value) return nameField(value.field, wording)
  if ('moment' in value) return formatDateTime(value.moment, value.timezone, wording)
  if ('day' in value) return formatDay(value.day, wording)
  return 'list' in value
    ? joinList(
        value.list.map((text) => isolate(text, wording)),
        wording,
      )
    : formatMoney(value.minor, value.currency, wording)
}

/** Returns the name of a field in a sentence. */
const nameField = (field: string, { language, fieldNames = {} }: Localizer): string =>
  fieldNames[field] ??
  (language === 'en' ? undefined : loadCatalogue(language).fields[field]) ??
  field.replaceAll('_', ' ')

/** Returns whether the catalogues have the text as a sentence without values. All have the same sentences. */
export const isSentence = (text: string): text is PlainTemplate =>
  !text.includes('{') && Object.hasOwn(loadCatalogue('fr').sentences, text)

/** Returns the name of a field as a label: `First name`. */
export function writeFieldLabel(field: string, wording: Localizer): string {
  const [first = '', ...rest] = nameField(field, wording)
  return first.toLocaleUpperCase(wording.locale) + rest.join('')
}

const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

/** Letters that are written from right to left, and characters that change a direction. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u

/**
 * Keeps the words around a text of a user in their order (first strong isolate and pop directional isolate, UAX #9). Each line is isolated, because an
 * isolate ends with its line. In a language that is written from left to right, most texts need nothing.
 */
function isolate(text: string, { language }: Localizer): string {
  if (/^https?:/.test(text) || !(isRightToLeft(language) || rightToLeft.test(text))) return text
  const lines = text.replace(directionMarks, '').split('\n')
  return lines.map((line) => (line === '' ? '' : `\u2068${line}\u2069`)).join('\n')
}
