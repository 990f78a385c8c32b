/** Values of JSON of others, which may be anything. */

export type Item = Readonly<Record<string, unknown>>

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at the path, or undefined. */
export const findValue = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isItem(inner) ? inner[name] : undefined), value)

/** Returns the items of the list at the path; none if there is no list. */
export function listItems(value: unknown, ...path: string[]): Item[] {
  const found = findValue(value, ...path)
  return Array.isArray(found) ? found.filter(isItem) : []
}

/** Numbers are texts too; of a list, as Crossref has them, the first counts. */
export function readText(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' || typeof first === 'number' ? String(first) : ''
}

/** Returns the text at the path; an empty one if there is none. */
export const findText = (value: unknown, ...path: string[]): string => readText(findValue(value, ...path))

/** Returns a title with its subtitle, unless it has it already. */
export const joinTitle = (title: string, subtitle: string): string =>
  subtitle === '' || title.includes(subtitle) ? title : `${title}: ${subtitle}`
