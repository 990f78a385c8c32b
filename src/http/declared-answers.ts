/**
 * The schemas of the answers of a route by status. For Fastify they are one value for all statuses: of an object whose keys are numbers, V8
 * reserves the elements up to the largest one, 5 KB for each of 700 routes, twice.
 */

import type { FastifySchema } from 'fastify'

export type AnswerSchemas = ReadonlyMap<string, object>

/** Returns the answers as one value: they must say their status as `code`, which is what all in the envelope do. */
export const collectAnswers = (answers: Readonly<Record<string, object>>): { default: AnswerSchemas } => ({
  default: new Map(Object.entries(answers)),
})

/** Returns the schemas by status, however they are declared. */
export function getAnswers({ response }: FastifySchema): Record<string, object> {
  if (typeof response !== 'object' || response === null) return {}
  return 'default' in response && response.default instanceof Map
    ? Object.fromEntries<object>(response.default)
    : { ...response }
}
