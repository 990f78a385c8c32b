/** The input of a field of a form, by its schema and its name. */

import { singleLine } from '#core/schema.ts'
import type { FieldSchema } from '#http/form-schemas.ts'
import type { InputKind } from './modules/form-values.ts'

const inputByName: Readonly<Record<string, InputKind>> = { search: 'search', phone: 'tel' }

const inputByFormat: Readonly<Record<string, InputKind>> = {
  email: 'email',
  date: 'date',
  'date-time': 'moment',
  time: 'time',
  'web-address': 'url',
  timezone: 'select',
  locale: 'select',
}

/** A longer text has several lines, unless its schema admits one alone. */
const longestLine = 500

export function chooseInput(
  name: string,
  schema: FieldSchema,
  types: readonly string[],
  hasChoices: boolean,
): InputKind {
  if (schema.fileLimit !== undefined) return 'file'
  if (types.includes('array')) return chooseListInput(schema.items ?? {})
  if (types.includes('boolean')) return 'checkbox'
  if (hasChoices || schema.enum !== undefined) return 'select'
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (/password/.test(name)) return 'password'
  const known = inputByName[name] ?? inputByFormat[schema.format ?? '']
  if (known !== undefined) return known
  return (schema.maxLength ?? 0) > longestLine && schema.pattern !== singleLine ? 'multiline' : 'text'
}

const chooseListInput = ({ enum: words, properties }: FieldSchema): InputKind => {
  if (properties !== undefined) return 'rows'
  return words === undefined ? 'list' : 'checkboxes'
}
