import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import openapi from '../../../openapi.json' with { type: 'json' }
import { generateContract } from '../generator/contract.ts'
import type { Description } from '../generator/description.ts'
import { createClient } from '../src/index.ts'

const contractFile = new URL('../src/contract.ts', import.meta.url)
const description = openapi as unknown as Description

/** A description with one operation, whose response has the given schema. */
const createDescription = (data: object, schemas: object = {}) =>
  ({
    paths: {
      '/things/{id}': {
        get: {
          operationId: 'showThing',
          summary: 'Show a thing',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            {
              name: 'filter[kind]',
              in: 'query',
              schema: { type: ['array', 'null'], items: { enum: ['a', 'b'] } },
            },
          ],
          responses: {
            200: { content: { 'application/json': { schema: { properties: { data } } } } },
            404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
          },
        },
      },
    },
    components: { schemas: { Error: { type: 'object' }, ...schemas } },
  }) as Description

describe('The contract of the client', () => {
  it('is generated from the current openapi.json', async () => {
    const committed = await readFile(contractFile, 'utf8')

    const made = generateContract(description)

    assert.ok(committed === made, 'openapi.json has another contract: run `npm run generate` and review the change.')
  })

  it('has exactly one method for every operation', () => {
    const described = Object.values(description.paths).flatMap((one) =>
      Object.values(one).map(({ operationId }) => operationId),
    )

    const api = createClient({ baseUrl: 'http://127.0.0.1' })

    assert.deepEqual(Object.keys(api).sort(), described.sort())
  })

  it('contains a type for every kind of schema', () => {
    const thing = {
      type: 'object',
      description: 'A thing. */ Not the end.',
      required: ['id', 'a-b', 'either'],
      properties: {
        id: { type: 'integer' },
        'a-b': { type: ['string', 'null'], enum: ['x', null] },
        either: { anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { const: 7 }] },
        both: { allOf: [{ type: 'object', additionalProperties: { type: 'boolean' } }, { type: 'object' }] },
        open: { type: 'object', properties: { x: {} }, additionalProperties: true },
        mixed: { type: 'object', properties: { x: {} }, patternProperties: { '^y': { type: 'null' } } },
      },
    }

    const text = generateContract(
      createDescription({ $ref: '#/components/schemas/Thing' }, { Thing: thing, Unused: {} }),
    )

    assert.equal(text.slice(text.indexOf('/** A thing')), expected)
  })

  it('rejects schemas that it cannot express', () => {
    const nowhere = createDescription({ $ref: '#/components/schemas/Nothing' })
    const elsewhere = createDescription({ $ref: 'other.json#/Thing' })
    const taken = createDescription({ $ref: '#/components/schemas/Page' }, { Page: { type: 'object' } })
    const unknown = createDescription({ type: 'date' })

    assert.throws(() => generateContract(nowhere), /Nothing, which is not there/)
    assert.throws(() => generateContract(elsewhere), /refers to other\.json/)
    assert.throws(() => generateContract(taken), /cannot be the name of a type/)
    assert.throws(() => generateContract(unknown), /a type that is none: date/)
  })
})

const expected = `/** A thing. *\\/ Not the end. */
export interface Thing {
  id: number
  "a-b": "x" | null
  either: (string | number)[] | 7
  both?: Record<string, boolean> & Record<string, unknown> | undefined
  open?: {
    x?: unknown | undefined
    [name: string]: unknown
  } | undefined
  mixed?: {
    x?: unknown | undefined
  } & Record<string, null> | undefined
}

/** The input and output types of each operation. */
export interface Operations {
  /**
   * Show a thing
   *
   * @example
   * const { data } = await api.showThing({ path: { id: 7 } })
   */
  showThing: {
    input: {
      path: {
        id: number
      }
      query?: {
        "filter[kind]"?: ("a" | "b")[] | null | undefined
      } | undefined
    }
    reply: Reply<Thing>
  }
}

/** The path of each operation, its parameters, and its response type if that is not JSON. */
export const operations = {
  showThing: { method: 'GET', path: '/things/{id}' },
} as const
`
