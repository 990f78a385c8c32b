/** Shares what is made of equal schemas, for processes that create several servers. */

import { hash } from 'node:crypto'

/** Returns a function that makes a value once for all schemas that are equal as JSON. */
export function cacheByContent<Schema extends object, Value>(
  make: (schema: Schema) => Value,
): (schema: Schema) => Value {
  // The digest of a schema, because the text of all of them has several megabytes.
  const known = new Map<string, Value>()
  return (schema) => {
    const digest = hash('sha256', JSON.stringify(schema), 'base64')
    const value = known.get(digest) ?? make(schema)
    known.set(digest, value)
    return value
  }
}
