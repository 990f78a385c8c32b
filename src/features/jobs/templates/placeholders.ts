/** The placeholders of message templates: their types, what is wrong with those of a text, and their values. */

import type { FieldErrors } from '#core/problem.ts'
import { formatDay } from '#language/formats.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import type { Localizer } from '#language/wording.ts'

/** A `text` is written as it is, a `date` as the language of the text writes dates. */
type PlaceholderType = 'text' | 'date'

export const placeholders = {
  'candidate.first_name': 'text',
  'candidate.last_name': 'text',
  'candidate.name': 'text',
  'post.title': 'text',
  'post.company': 'text',
  'post.location': 'text',
  'post.deadline': 'date',
  'application.applied_at': 'date',
  'sender.name': 'text',
} as const satisfies Record<string, PlaceholderType>

export type Placeholder = keyof typeof placeholders
export type PlaceholderValues = Readonly<Record<Placeholder, string | null>>

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

/** A pair of braces with anything but braces between them. */
const pairs = /\{\{([^{}]*)\}\}/g

/** Returns what is wrong with the placeholders of a text, or null. */
function checkPlaceholders(text: string): Sentence | null {
  for (const [, inside = ''] of text.matchAll(pairs))
    if (!isPlaceholder(inside.trim()))
      return fill('The placeholder {placeholder} is unknown. These are known: {names}.', {
        placeholder: inside.trim() || '{{}}',
        names: { list: Object.keys(placeholders) },
      })
  const rest = text.replaceAll(pairs, '')
  return rest.includes('{{') || rest.includes('}}') ? 'A placeholder needs two braces before and after its name.' : null
}

/** A text whose invalid fields are left out. */
interface Text {
  language?: string
  body?: string
}

/** Returns the messages about texts: unknown placeholders, and languages that are there twice. */
export function findTextErrors({ texts = [] }: { texts?: readonly Text[] }): FieldErrors {
  const errors: Record<string, Sentence[]> = {}
  for (const [index, { body, language }] of texts.entries()) {
    const wrong = body === undefined ? null : checkPlaceholders(body)
    if (wrong !== null) errors[`texts.${index}.body`] = [wrong]
    if (language !== undefined && texts.findIndex((text) => text.language === language) !== index)
      errors[`texts.${index}.language`] = ['Each language can have one text.']
  }
  return errors
}

/** Returns the text with the values in place of the placeholders. A value without content leaves nothing. */
export const renderPlaceholders = (text: string, values: PlaceholderValues, localizer: Localizer): string =>
  text.replaceAll(pairs, (whole, inside: string) => {
    const name = inside.trim()
    if (!isPlaceholder(name)) return whole
    const value = values[name] ?? ''
    return placeholders[name] === 'date' && value !== '' ? formatDay(value, localizer) : value
  })
