/** What other programs write where they have nothing: null, empty texts, and entries of a list that have nothing else. */

import { isEmpty } from '#core/empty-values.ts'

/** The parts of a resume lie no deeper within each other. */
const maxDepth = 6

/**
 * Returns the value without its empty parts, which are as good as absent. An object that has no other parts is absent too (undefined), and
 * so is a list of such; a list without entries says that there are none, and stays.
 */
export function omitEmptyParts(value: unknown, depth = 0): unknown {
  if (isEmpty(value)) return undefined
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) {
    const present = value.map((entry) => omitEmptyParts(entry, depth + 1)).filter((entry) => entry !== undefined)
    return present.length === 0 && value.length > 0 ? undefined : present
  }
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const present = omitEmptyParts(part, depth + 1)
    return present === undefined ? [] : [[name, present] as const]
  })
  return parts.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(parts)
}
