/** The maximum size of the body of each operation, in classes, so that it is refused before it is read to its end. */

import type { RouteOptions } from 'fastify'
import type { Shape } from './normalizer.ts'

const kilobyte = 1024

/**
 * The classes in bytes; a public operation takes no more than the first. Imports and what other services send state a limit of their own,
 * as the `bodyLimit` of their route.
 */
const classes = [64 * kilobyte, 256 * kilobyte] as const
export const maxJsonBytes = 1024 * kilobyte
/** What a payment gateway sends of an event. */
export const maxHeardBytes = 256 * kilobyte

/** Room for the fields that an operation ignores, such as those of an object that is sent back. */
const furtherBytes = 16 * kilobyte
/** The escape `\uXXXX`, which some clients send for all but ASCII. */
const bytesPerCharacter = 6
/** A number, a boolean or null. */
const scalarBytes = 25
/** The maximum number of items of a list whose schema has none. */
const maxItems = 1_000

interface BoundedShape extends Shape {
  maxProperties?: number
  anyOf?: BoundedShape[]
  enum?: unknown[]
}

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)

/** Returns how many bytes the largest valid value takes as JSON. */
function measure(schema: BoundedShape): number {
  const { properties, patternProperties, items, anyOf = [], maxLength = 0, maxProperties = maxItems } = schema
  const texts = (schema.enum ?? []).map((word) => String(word).length)
  return Math.max(
    scalarBytes,
    bytesPerCharacter * Math.max(maxLength, ...texts) + 2,
    ...anyOf.map(measure),
    sum(Object.entries(properties ?? {}).map(([name, property]) => name.length + 4 + measure(property))),
    maxProperties * sum(Object.values(patternProperties ?? {}).map((value) => scalarBytes + measure(value))),
    items === undefined ? 0 : (schema.maxItems ?? maxItems) * (measure(items) + 1),
  )
}

/** Returns the smallest class that has room for all that the schema of a body admits. What strangers send at length are tokens, without escapes. */
function chooseClass(schema: BoundedShape, isPublic: boolean): number {
  if (isPublic) return classes[0]
  const needed = measure(schema) + furtherBytes
  return classes.find((bytes) => bytes >= needed) ?? maxJsonBytes
}

/** Gives the route the limit of its body, unless it states one. A form with files limits its parts itself. */
export function limitBody(route: RouteOptions): void {
  const body = route.schema?.body as BoundedShape | undefined
  route.bodyLimit ??= body === undefined ? classes[0] : chooseClass(body, route.config?.access === 'public')
}
