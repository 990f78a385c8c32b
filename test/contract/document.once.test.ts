import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { glossary } from '#http/description/glossary.ts'
import { expandOperations } from '#http/description/references.ts'
import openapi from '../../openapi.json' with { type: 'json' }

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { in: string }[]
  requestBody?: object
  responses: Record<string, { description?: string }>
}

const { paths, tags, components } = expandOperations(openapi) as unknown as {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string }[]
  components: { schemas: Record<string, NamedSchema> }
}
const nameOf = ($ref = '') => $ref.split('/').at(-1) ?? ''
const operations = Object.values(paths).flatMap((one) => Object.values(one))

/** Returns the operations for which the condition is false. */
const removeField = (holds: (operation: Operation) => boolean) =>
  operations.filter((one) => !holds(one)).map(({ operationId }) => operationId)

describe('openapi.json as read by tools', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()

    const { valid, errors } = await validator.validate(structuredClone(openapi))

    assert.ok(valid, JSON.stringify(errors, null, 2))
    assert.equal(validator.version, '3.1')
  })

  it('gives every operation a unique id, a summary and a description', () => {
    const names = operations.map(({ operationId }) => operationId)

    assert.equal(new Set(names).size, names.length)
    assert.deepEqual(
      removeField(({ summary = '' }) => /^[A-Z][^\n]{3,79}[^.\s]$/.test(summary)),
      [],
    )
    assert.deepEqual(
      removeField(({ description = '' }) => /^[^a-z].{8,}\S$/s.test(description)),
      [],
    )
  })

  it('assigns every operation to a group that it lists', () => {
    const listed = tags.map(({ name }) => name)

    assert.deepEqual(
      removeField((one) => one.tags?.length === 1 && one.tags.every((name) => listed.includes(name))),
      [],
    )
  })

  it('contains every response that follows from the inputs of an operation, with its meaning', () => {
    const createAnswers =
      (...statuses: number[]) =>
      ({ responses }: Operation) =>
        statuses.every((status) => responses[status])
    const succeeds = ({ responses }: Operation) => Object.keys(responses).some((status) => Number(status) < 400)
    const needsToken = ({ security = [] }: Operation) => security.some((one) => 'bearer' in one)
    const takes = ({ parameters = [] }: Operation, place: string) => parameters.some((one) => one.in === place)

    assert.deepEqual(removeField(succeeds), [])
    assert.deepEqual(removeField(createAnswers(429, 500, 503)), [])
    assert.deepEqual(
      removeField((one) => !needsToken(one) || createAnswers(401)(one)),
      [],
    )
    assert.deepEqual(
      removeField((one) => !one.requestBody || createAnswers(400, 413, 415, 422)(one)),
      [],
    )
    assert.deepEqual(
      removeField((one) => !takes(one, 'query') || createAnswers(422)(one)),
      [],
    )
    assert.deepEqual(
      removeField((one) => !takes(one, 'path') || createAnswers(404)(one) || createAnswers(422)(one)),
      [],
    )
    assert.deepEqual(
      removeField(({ responses }) => Object.values(responses).every((one) => one.description)),
      [],
    )
  })

  it('contains valid examples', () => {
    const formats = ['date-time', 'email', 'date', 'uri', 'binary']
    const known: Record<string, true> = Object.fromEntries(formats.map((name) => [name, true]))
    const ajv = new Ajv2020({ strict: false, formats: known }).addSchema({ $id: 'api', components })
    const listProblems = ({ at, schema, example }: Example): string[] => {
      const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
      return ajv.validate(JSON.parse(absolute), example) ? [] : [`${at}: ${ajv.errorsText()}`]
    }

    const examples = listExamples(openapi)

    assert.ok(examples.length > 20)
    assert.deepEqual(examples.flatMap(listProblems), [])
  })
})

describe('openapi.json as read by people', () => {
  it('contains an example of every request body and of every successful JSON response', () => {
    const listContents = ({ requestBody, responses }: Operation) => [
      ...Object.values((requestBody as Body | undefined)?.content ?? {}),
      ...Object.entries(responses)
        .filter(([status]) => Number(status) < 400)
        .flatMap(([, answer]) => (answer as Body).content?.['application/json'] ?? []),
    ]
    /** The example stands at the resource that the envelope contains, or at the envelope where that has no name. */
    const hasExample = ({ $ref }: { $ref?: string } = {}): boolean => {
      const { examples = [], properties } = components.schemas[nameOf($ref)] ?? {}
      const { $ref: inner, items } = properties?.data ?? {}
      return $ref?.endsWith('/MessageResponse') || examples.length > 0 || hasExampleOf(inner ?? items?.$ref)
    }
    const hasExampleOf = ($ref: string | undefined) => $ref !== undefined && hasExample({ $ref })

    assert.deepEqual(
      removeField((one) =>
        listContents(one).every(({ example, schema }) => example !== undefined || hasExample(schema)),
      ),
      [],
    )
  })

  it('describes every parameter and every field of a component or body', () => {
    const parameters = operations.flatMap(({ operationId, parameters: all = [] }) =>
      (all as Described[]).filter(isSilent).map(({ name }) => `${operationId} ${name}`),
    )
    const fields = [
      ...Object.entries((components as { schemas: Record<string, Described> }).schemas),
      ...operations.map(({ operationId, requestBody }) => [operationId, requestBody] as const),
    ].flatMap(([owner, schema]) => listUndescribedFields(schema, String(owner)))

    assert.deepEqual([...parameters, ...fields], [])
  })

  it('takes a description from a name alone only where the name has one type everywhere', () => {
    const types = new Map<string, Set<string>>()
    for (const { name, schema } of listNamedSchemas({ components, paths }))
      if (schema.description !== undefined && schema.description === glossary[name])
        types.set(name, (types.get(name) ?? new Set()).add(describeType(schema)))

    const ambiguous = [...types]
      .filter(([, some]) => some.size > 1)
      .map(([name, some]) => `${name}: ${[...some].join(', ')}`)
    const unused = Object.keys(glossary).filter((name) => !types.has(name))

    assert.deepEqual([ambiguous, unused], [[], []])
  })

  it('describes the data of lists, roles of members and states by what they are', () => {
    const { ApplicantPage, BookExamResponse, TeamMember, ProjectCollaborator, Notification, AdminMail } = (
      components as { schemas: Record<string, Described> }
    ).schemas
    assert.deepEqual(
      [
        ApplicantPage?.properties?.data,
        BookExamResponse?.properties?.data,
        Notification?.properties?.data,
        TeamMember?.properties?.role,
        ProjectCollaborator?.properties?.role,
        AdminMail?.properties?.to,
      ].map((field) => field?.description),
      [
        'The rows of this page.',
        'The result.',
        'Where the notification leads.',
        'What the person does in the team, in the words of its owner.',
        'What the person does in the project, in the words of its owner.',
        'The address of the recipient.',
      ],
    )
  })

  it('tells the two answers of a sign-in apart by one field', () => {
    const { SignedIn, SignedInByProvider, TwoFactorRequired } = (components as { schemas: Record<string, Described> })
      .schemas
    const constants = [SignedIn, SignedInByProvider, TwoFactorRequired].map(
      (answer) => (answer?.properties?.two_factor_required as TypedSchema | undefined)?.enum,
    )

    assert.deepEqual(constants, [[false], [false], [true]])
  })

  it('describes each group of operations', () => {
    assert.deepEqual(
      (tags as { name: string; description?: string }[]).filter(({ description = '' }) => description.length < 20),
      [],
    )
  })

  it('names every body and the envelope of every success, so that generated types have names', () => {
    const isNamed = ({ requestBody, responses }: Operation) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) < 400)
        .flatMap(([, answer]) => (answer as Body).content?.['application/json'] ?? [])
        .concat(Object.values((requestBody as Body | undefined)?.content ?? {}))
        .every(({ schema }) => '$ref' in (schema ?? {}))

    assert.deepEqual(removeField(isNamed), [])
  })

  it('says once what several operations have', () => {
    const count = (values: readonly object[]) => {
      const texts = values.filter((one) => !('$ref' in one)).map((one) => JSON.stringify(one))
      return texts.filter((text, index) => texts.indexOf(text) !== index)
    }
    const all = Object.values(openapi.paths as unknown as typeof paths).flatMap((one) => Object.values(one))

    assert.deepEqual(count(all.flatMap(({ parameters = [] }) => parameters)), [])
    assert.deepEqual(
      all.filter(({ security }) => JSON.stringify(security) === JSON.stringify(openapi.security)),
      [],
    )
  })
})

interface NamedSchema {
  examples?: unknown[]
  properties?: Record<string, { $ref?: string; items?: { $ref?: string } }>
}

interface Body {
  content?: Record<string, { schema?: object; example?: unknown }>
}

interface Described {
  name?: string
  $ref?: string
  description?: string
  properties?: Record<string, Described>
}

interface Named {
  name: string
  schema: Described & TypedSchema
}

interface TypedSchema {
  type?: string | string[]
  enum?: unknown[]
  items?: TypedSchema
  anyOf?: TypedSchema[]
}

/** The fields of objects and the parameters of operations, at any depth. */
function listNamedSchemas(value: unknown): Named[] {
  if (typeof value !== 'object' || value === null) return []
  const {
    properties = {},
    name,
    in: place,
    description,
    schema,
  } = value as Described & { in?: string; schema?: object }
  const fields = Object.entries(properties).map(([field, one]) => ({ name: field, schema: one }))
  const parameter =
    name !== undefined && place !== undefined ? [{ name, schema: { ...schema, description } as Described }] : []
  const inside = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .flatMap(([, one]) => listNamedSchemas(one))
  return [...fields, ...parameter, ...inside]
}

/** The type in a word, without null and formats. */
function describeType(schema: Described & TypedSchema): string {
  const { $ref = '', type, enum: words, items, anyOf } = schema
  const target = components.schemas[nameOf($ref)] as (TypedSchema & { title?: string }) | undefined
  if (target !== undefined && target.title === undefined) return describeType(target)
  const types = [type ?? $ref].flat().filter((one) => one !== 'null')
  if (anyOf !== undefined) return anyOf.map(describeType).toSorted().join(' or ')
  if (items !== undefined) return `${types} of ${describeType(items)}`
  return words === undefined
    ? types.join()
    : words
        .filter((word) => word !== null)
        .toSorted()
        .join(' ')
}

const isSilent = ({ description = '', $ref }: Described) => $ref === undefined && description.length < 5

function listUndescribedFields(schema: unknown, owner: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as Described
  const own = Object.entries(properties).filter(([, field]) => typeof field === 'object' && isSilent(field))
  const inside = Object.entries(schema)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .flatMap(([, one]) => listUndescribedFields(one, owner))
  return [...own.map(([name]) => `${owner}.${name}`), ...inside]
}

interface Example {
  at: string
  schema: object
  example: unknown
}

/** Every example of a schema, parameter or body, with its schema. */
function listExamples(value: unknown, at = '#'): Example[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, one]) => listExamples(one, `${at}/${key}`))
  // The keys directly below are names, not keywords.
  if (at.endsWith('/properties')) return inside
  const { schema = value, example, examples } = value as { schema?: object; example?: unknown; examples?: object }
  const named = Array.isArray(examples) ? examples : Object.values(examples ?? {}).map((one) => one.value)
  const given = example === undefined ? named : [example, ...named]
  return [...inside, ...given.map((one) => ({ at, schema, example: one }))]
}
