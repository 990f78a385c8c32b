/** The schemas of what operations take and answer, from which pages make their forms and words. */

import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { getAnswers } from './declared-answers.ts'
import type { App } from './routes.ts'

/** The keywords of a field that matter to a form. */
export interface FieldSchema {
  type?: string | string[]
  properties?: Record<string, FieldSchema>
  required?: string[]
  items?: FieldSchema
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  description?: string
  /** Whether a text is trimmed; passwords and tokens are not. */
  trim?: boolean
  /** The limits of a file. */
  fileLimit?: object
}

/** Returns a schema with its keywords, of which its type names none. */
export const toFieldSchema = (schema: TSchema) => schema as TSchema & FieldSchema

/** Returns the schema of the body of an operation, such as `POST /job-posts`, and of the filters of `GET /job-posts`. */
export type FindBody = (operation: string) => FieldSchema

/** What operations take and answer. Each function throws for an operation without it. */
export interface FindSchemas {
  /** The body; of an operation without one, the parameters behind the path. */
  body: FindBody
  /** The parameters behind the path. */
  query: FindBody
  /** What is answered as `data`. */
  data: FindBody
}

const partReaders: Readonly<Record<keyof FindSchemas, (schema: FastifySchema) => unknown>> = {
  body: ({ body, querystring }) => body ?? querystring,
  query: ({ querystring }) => querystring,
  data: (schema) => readJsonSchema(getAnswers(schema)[200] ?? {})?.properties?.data,
}

/** An answer of several types says which schema is that of JSON. */
const readJsonSchema = (answer: FieldSchema & { content?: Readonly<Record<string, { schema?: FieldSchema }>> }) =>
  answer.content === undefined ? answer : answer.content['application/json']?.schema

/** Collects the schemas of the routes that are registered from now on. */
export function collectSchemas(app: App, basePath: string): FindSchemas {
  const routes = new Map<string, FastifySchema>()
  app.addHook('onRoute', ({ method, url, schema }) => {
    const path = url.slice(basePath.length).replaceAll(/:(\w+)/g, '{$1}')
    if (schema !== undefined) for (const one of [method].flat()) routes.set(`${one} ${path}`, schema)
  })
  const find = (part: keyof FindSchemas) => (operation: string) => {
    const schema = partReaders[part](routes.get(operation) ?? {}) as FieldSchema | undefined
    if (schema === undefined) throw new Error(`A page uses the ${part} of ${operation}, which has none.`)
    return schema
  }
  return { body: find('body'), query: find('query'), data: find('data') }
}

/** Collects the bodies of the routes that are registered from now on. Throws for an operation without a body. */
export const collectBodies = (app: App, basePath: string): FindBody => collectSchemas(app, basePath).body
