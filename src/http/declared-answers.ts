/**
 * The schemas of the answers of a route by status. For Fastify they are one value for all statuses: of an object whose keys are numbers, V8
 * reserves the elements up to the largest one, 5 KB for each of 700 routes, twice.
 */

import type { FastifySchema } from 'fastify'

export type AnswerSchemas = ReadonlyMap<string, object>

/** Returns the answers as one value: they must say their status as `code`, which is what all in the envelope do. */
export const collectAnswers = (answers: Iterable<readonly [string, object]>): { default: AnswerSchemas } => ({
  default: new Map(answers),
})

/** Returns each status with its schema, however they are declared. */
export function listAnswers({ response }: FastifySchema): (readonly [string, object])[] {
  if (typeof response !== 'object' || response === null) return []
  return 'default' in response && response.default instanceof Map ? [...response.default] : Object.entries(response)
}

/** Returns the schemas by status. */
export const getAnswers = (schema: FastifySchema): Record<string, object> => Object.fromEntries(listAnswers(schema))
