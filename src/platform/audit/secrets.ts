/** What the audit log records of the values before and after: only what differs, without secrets. */

/** Fields whose values are secrets, card numbers or credentials. */
const secretField =
  /password|token|secret|credential|authorization|cookie|challenge|signature|recovery|card_number|cvv|cvc|^code$|^codes$|^key$/i

const longestText = 1_000
const deepest = 6

/** Returns the value without secrets; long texts are shortened. */
export function redactSecrets<T>(value: T): T {
  return cut(value, 0) as T
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shorten(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => cut(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretField.test(name) && inner !== null ? '[cut]' : cut(inner, depth + 1),
    ]),
  )
}

/** Returns the text without what a database cannot store. */
export const removeControlCharacters = (text: string): string => text.toWellFormed().replaceAll('\0', '')

const shorten = (text: string) => {
  const whole = removeControlCharacters(text)
  return whole.length > longestText ? `${whole.slice(0, longestText)}…`.toWellFormed() : whole
}

/** Returns the values before and after of the fields that both have and that differ; of one side, all fields. */
export function listChanges(before: object | null, after: object | null) {
  if (before === null || after === null) return { before: redactSecrets(before), after: redactSecrets(after) }
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const names = [...is.keys()].filter(
    (name) => was.has(name) && JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)),
  )
  const pick = (values: Map<string, unknown>) =>
    redactSecrets(Object.fromEntries(names.map((name) => [name, values.get(name) ?? null])))
  return { before: pick(was), after: pick(is) }
}
