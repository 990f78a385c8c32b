/** Every route of a running service, with what it says about itself, for the rules that hold for all of them. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Type } from 'typebox'
import { responds } from '#http/envelope.ts'
import type { Access, App, Routes } from '#http/routes.ts'
import type { Overrides } from '#service.ts'
import { type Person, type TestApp, testApp } from '../support/app.ts'
import { type Schema, sampleOf } from './samples.ts'

export interface Route {
  /** Like `GET /users/:id`. */
  name: string
  method: string
  /** With parameters as in `/users/:id`. */
  url: string
  access: Access | undefined
  /** Whether it answers by itself, outside of the envelope. */
  raw: boolean
  /** Whether the description has it; pages have no place there. */
  described: boolean
  /** Of JSON, or of a form when it says so. */
  body: Schema | undefined
  query: Schema | undefined
  parameters: Record<string, Schema>
}

export const roles = ['student', 'learner', 'researcher', 'recruiter', 'admin'] as const
export type Role = (typeof roles)[number]

/** Two routes of no use, so that what is held for them is held, whether or not the product has such a route. */
const specimens: Routes = (app) => {
  for (const [operationId, access] of [
    ['showSpecimen', ['recruiter', 'admin']],
    ['showOptionalSpecimen', 'optional'],
  ] as const)
    app.get(`/specimens/${operationId}`, {
      config: { access },
      schema: {
        operationId,
        summary: 'Show a specimen',
        tags: ['Operations'],
        response: responds(200, Type.Object({ specimen: Type.Boolean() })),
      },
      handler: async () => ({ specimen: true }),
    })
}

export interface Walk {
  app: TestApp
  routes: Route[]
}

/** A service and all its routes. They are seen as they are registered, because Fastify does not list them later. */
export async function walk(overrides: Overrides = {}): Promise<Walk> {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: App }
    fastify.addHook('onRoute', ({ method, url, config, schema }) => {
      const { body, querystring, params, tags } = (schema ?? {}) as Record<string, Schema | undefined>
      for (const one of [method].flat())
        if (one !== 'HEAD' && one !== 'OPTIONS')
          routes.push({
            name: `${one} ${url}`,
            method: one,
            url,
            access: config?.access,
            raw: config?.raw ?? false,
            described: tags !== undefined,
            body,
            query: querystring,
            parameters: params?.properties ?? {},
          })
    })
  }
  subscribe('fastify.initialization', watch)
  const app = await testApp({}, { ...overrides, routes: [specimens] })
  unsubscribe('fastify.initialization', watch)
  return { app, routes }
}

/** The path of a route with its parameters filled in, with right values unless given. */
export const pathOf = ({ url, parameters }: Route, values: Record<string, string> = {}) =>
  url.replace(/:(\w+)|\*/g, (parameter, name = parameter) =>
    encodeURIComponent(values[name] ?? String(sampleOf(parameters[name] ?? { type: 'integer' }))),
  )

/** The roles that may call a route at all. */
export const rolesOf = ({ access }: Route): readonly Role[] =>
  typeof access === 'string' || access === undefined ? roles : access

/** Somebody new of the role, signed in. */
export const somebody = ({ given }: TestApp, role: Role): Promise<Person> =>
  role === 'admin' ? given.admin() : given.user({ role })
