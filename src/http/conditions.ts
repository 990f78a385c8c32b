/** Conditions of schemas that a JSON schema cannot express; see `withCondition`. */

import type { FieldErrors } from '#core/problem.ts'
import type { Condition } from '#core/schema.ts'
import type { Sentence } from '#language/sentence.ts'
import type { Shape } from './normalizer.ts'

/** The invalid fields as paths, such as `lessons.0.title`, and what contains one of them: `lessons` and `lessons.0`. */
export interface InvalidPaths {
  fields: ReadonlySet<string>
  containers: ReadonlySet<string>
}

/** Returns the messages of all conditions of a value. */
type Check = (value: unknown, path: string, invalid: InvalidPaths) => FieldErrors

export function toPaths(errors: FieldErrors): InvalidPaths {
  const fields = Object.keys(errors)
  return { fields: new Set(fields), containers: new Set(fields.flatMap(listContainers)) }
}

/** Returns the paths of what contains a field: `lessons` and `lessons.0` of `lessons.0.title`. */
const listContainers = (path: string): string[] => Array.from(path.matchAll(/\./g), ({ index }) => path.slice(0, index))

const join = (path: string, field: string) => (path === '' ? field : `${path}.${field}`)

/** Returns whether the field or a part of it is invalid. */
export const hasInvalid = ({ fields, containers }: InvalidPaths, path: string): boolean =>
  fields.has(path) || containers.has(path)

/** Returns the value without its invalid fields; undefined if it is invalid itself. A list with an invalid item is too. */
export function removeInvalid(value: unknown, path: string, invalid: InvalidPaths): unknown {
  if (invalid.fields.has(path)) return undefined
  // Only where something below is invalid, so that the depth of what was sent costs no stack.
  if (path !== '' && !hasInvalid(invalid, path)) return value
  if (Array.isArray(value)) {
    const items = value.map((item, index) => removeInvalid(item, join(path, String(index)), invalid))
    return items.includes(undefined) ? undefined : items
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, removeInvalid(inner, join(path, key), invalid)])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Collects the conditions of a schema once; null if it has none. */
export function compileConditions(shape: Shape): Check | null {
  const checks = [compileOwn(shape), compileProperties(shape), compileItems(shape)].filter((one) => one !== null)
  if (checks.length === 0) return null
  return (value, path, invalid) => Object.assign({}, ...checks.map((check) => check(value, path, invalid)))
}

function compileOwn({ condition }: Shape & { condition?: Condition<Record<string, unknown>> }): Check | null {
  if (condition === undefined) return null
  return (value, path, invalid) => {
    const input = removeInvalid(value, path, invalid)
    if (!isPlainObject(input)) return {}
    const found: FieldErrors = condition(input, (field) => hasInvalid(invalid, join(path, field)))
    return Object.fromEntries(
      Object.entries(found).map(([field, all]): [string, readonly Sentence[]] => [join(path, field), all]),
    )
  }
}

function compileProperties({ properties = {} }: Shape): Check | null {
  const checks = Object.entries(properties).flatMap(([name, property]) => {
    const check = compileConditions(property)
    return check === null ? [] : [[name, check] as const]
  })
  if (checks.length === 0) return null
  return (value, path, invalid) =>
    isPlainObject(value)
      ? Object.assign({}, ...checks.map(([name, check]) => check(value[name], join(path, name), invalid)))
      : {}
}

function compileItems({ items }: Shape): Check | null {
  const check = items === undefined ? null : compileConditions(items)
  if (check === null) return null
  // The items of a list that is invalid itself, for example because it is far too long, are not checked.
  return (value, path, invalid) =>
    Array.isArray(value) && !invalid.fields.has(path)
      ? Object.assign({}, ...value.map((item, index) => check(item, join(path, String(index)), invalid)))
      : {}
}
