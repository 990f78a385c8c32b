/** The words for states, roles and kinds, in the language of the reader. */

import { names } from './catalogue.ts'

/** Names a value of a field; what has no word is written with spaces. */
export const nameValue = (field: string, value: string): string =>
  names[field]?.[value] ?? names['']?.[value] ?? value.replaceAll('_', ' ')

export const nameState = (state: string): string => nameValue('', state)
export const nameRole = (role: string): string => nameValue('role', role)
export const nameKind = (kind: string): string => nameValue('kind', kind)
