/** Reads a description in which much is said once: what an operation refers to stands in it. */

import { getComponentName, isObject, type Json, type JsonObject } from './json.ts'

/** Returns the description with the parameters, answers, envelopes and the security of each operation in place of references to them. */
export const expandOperations = <D extends object>(document: D): D => expand(document as JsonObject) as D

function expand(document: JsonObject): JsonObject {
  const components = toObject(document.components)
  const [parameters, responses] = [toObject(components.parameters), toObject(components.responses)]
  const { security = [] } = document
  const expandOperation = (operation: JsonObject): JsonObject => ({
    ...operation,
    security: operation.security ?? security,
    ...(Array.isArray(operation.parameters)
      ? { parameters: operation.parameters.map((one) => resolve(one, parameters)) }
      : {}),
    responses: expandAnswers(toObject(operation.responses), responses),
  })
  return {
    ...document,
    paths: mapValues(toObject(document.paths), (methods) =>
      mapValues(toObject(methods), (operation) => expandOperation(toObject(operation))),
    ),
    components: { ...components, schemas: expandEnvelopes(toObject(components.schemas)) },
  }
}

const resolve = (value: Json, components: JsonObject): Json => components[getComponentName(value) ?? ''] ?? value

/** Replaces the answer that stands for several statuses by an answer for each. */
const expandAnswers = (answers: JsonObject, responses: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([status, answer]): [string, Json][] => {
      const { 'x-statuses': statuses, ...found } = toObject(resolve(answer, responses))
      if (statuses === undefined) return [[status, found]]
      return Object.entries(toObject(statuses)).map(([each, description]) => [each, { ...found, description }])
    }),
  )

/** Joins each envelope with the frame that all share. */
function expandEnvelopes(schemas: JsonObject): JsonObject {
  return mapValues(schemas, (schema) => {
    const { allOf, ...rest } = toObject(schema)
    if (!Array.isArray(allOf)) return schema
    const parts = allOf.map((part) => toObject(resolve(part, schemas)))
    return {
      type: 'object',
      required: parts.flatMap(({ required = [] }) => required as Json[]),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      ...rest,
    }
  })
}

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

const mapValues = (object: JsonObject, map: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
