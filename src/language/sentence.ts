/**
 * Sentences that a person reads, before their language is known. The English text is the key of a sentence: code states
 * it, and the catalogues list all of them, so that a sentence without a translation does not compile.
 */

import type french from './catalogues/fr.json'

/** Every sentence in English, as an ICU message: https://unicode-org.github.io/icu/userguide/format_parse/messages */
export type Template = keyof (typeof french)['sentences']

type IsName<Text extends string> = Text extends '' | `${string}${' ' | '{' | '#' | '.' | ','}${string}` ? never : Text

/** Reads the text between a brace and the next one that closes. */
type NumberArgument<Inside extends string> = Inside extends `${infer Name}, plural,${string}` ? IsName<Name> : never
type TextArgument<Inside extends string> = Inside extends `${infer Name}, select,${string}` ? IsName<Name> : never
type Inside<Rest extends string> = Rest extends `${infer Text}}${string}` ? Text : Rest

type NumberNames<Text extends string> = Text extends `${string}{${infer Rest}`
  ? NumberArgument<Inside<Rest>> | NumberNames<Rest>
  : never
type OtherNames<Text extends string> = Text extends `${string}{${infer Rest}`
  ? TextArgument<Inside<Rest>> | IsName<Inside<Rest>> | OtherNames<Rest>
  : never

/** The arguments of a message. A choice of a single lower-case word, `{word}`, would count as one; write two words. */
export type Values<T extends string> = { readonly [Name in NumberNames<T>]: number } & {
  readonly [Name in Exclude<OtherNames<T>, NumberNames<T>>]: Value
}

/** A sentence without values. */
export type PlainTemplate = { [T in Template]: T extends `${string}{${string}` ? never : T }[Template]
type TemplateWithValues = Exclude<Template, PlainTemplate>

/** A sentence with its values. */
export interface FilledSentence {
  readonly template: Template
  readonly values: Readonly<Record<string, Value>>
}

/** A text of a user or of an operator, which is not translated. */
export interface Verbatim {
  readonly verbatim: string
}

/** The name of a field, which each language has in its own words. */
export interface FieldName {
  readonly field: string
}

/** A time, written in the zone. */
export interface Moment {
  readonly moment: string
  readonly timezone: string
}

/** A calendar date, `YYYY-MM-DD`. */
export interface Day {
  readonly day: string
}

/** An amount in minor units. */
export interface Money {
  readonly minor: number
  readonly currency: string
}

/** Words that are joined as a list: `a, b and c`. */
export interface List {
  readonly list: readonly string[]
}

/** A sentence of ours as it was stored in English. */
export interface StoredSentence {
  readonly stored: string
}

/** A string is a text of a user or of an operator. */
export type Value = string | number | FilledSentence | Verbatim | FieldName | Moment | Day | Money | List

export type Sentence = PlainTemplate | FilledSentence | Verbatim | StoredSentence

/** Returns the sentence with its values. */
export const fill = <T extends TemplateWithValues>(template: T, values: Values<T>): FilledSentence => ({
  template,
  values: { ...values },
})

/** Returns a sentence without values, to be a value of another one. */
export const embed = (template: PlainTemplate): FilledSentence => ({ template, values: {} })

export const verbatim = (text: string): Verbatim => ({ verbatim: text })

/** Returns a sentence that was stored in English; a text that is none of ours stays as it is. */
export const stored = (text: string): StoredSentence => ({ stored: text })
