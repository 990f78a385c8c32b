/** All routes of a running service with their declarations, for rules that apply to every route. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Type } from 'typebox'
import type { Scope } from '#core/scopes.ts'
import { responds } from '#http/envelope.ts'
import type { Access, App, RouteScope, Routes } from '#http/routes.ts'
import type { Overrides } from '#service.ts'
import { type Person, type TestApp, testApp } from '../support/app.ts'
import { createSample, type Schema } from './samples.ts'

export interface Route {
  /** Like `GET /users/:id`. */
  name: string
  method: string
  /** With parameters as in `/users/:id`. */
  url: string
  access: Access | undefined
  /** The scope that an API key needs; null where keys are refused, undefined for public routes without one. */
  scope: RouteScope | undefined
  furtherScopes: readonly Scope[]
  /** Whether the handler sends the response itself, without the envelope. */
  raw: boolean
  /** Whether it is in the API description; pages are not. */
  described: boolean
  /** Of JSON, or of a form when it says so. */
  body: Schema | undefined
  query: Schema | undefined
  /** The feature that registers it, like `jobs`; undefined for others, and in a run of all features. */
  feature: string | undefined
  parameters: Record<string, Schema>
}

export const roles = ['student', 'learner', 'researcher', 'recruiter', 'admin'] as const
export type Role = (typeof roles)[number]

/** Two test routes, so that the rules are tested even for kinds of routes that the product does not have. */
const createSpecimens: Routes = (app) => {
  for (const [operationId, access] of [
    ['showSpecimen', ['recruiter', 'admin']],
    ['showOptionalSpecimen', 'optional'],
  ] as const)
    app.get(`/specimens/${operationId}`, {
      config: { access, scope: 'jobs:read' },
      schema: {
        operationId,
        summary: 'Show a specimen',
        tags: ['Operations'],
        response: responds(200, Type.Object({ specimen: Type.Boolean() })),
      },
      handler: async () => ({ specimen: true }),
    })
}

/** The features, separated by commas, to which `npm test -- --changed` restricts what is asked of each route. */
const part = process.env.TEST_FEATURES?.split(',')

/** Whether only a part of the routes is asked. */
export const isPart: boolean = part !== undefined

/** Returns the feature whose code is registering a route, if only a part of them is asked. */
function findFeature(): string | undefined {
  if (part === undefined) return undefined
  const holder = { stack: '' }
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  Error.captureStackTrace(holder)
  Error.stackTraceLimit = limit
  return /\/src\/features\/([^/]+)\/.*routes\.ts/.exec(holder.stack)?.[1]
}

/** Returns the routes that are asked in this run: all of them, or those of the features that changed. */
export const selectPart = (routes: readonly Route[]): readonly Route[] =>
  part === undefined ? routes : routes.filter(({ feature = '' }) => part.includes(feature))

export interface Walk {
  app: TestApp
  routes: Route[]
}

/** A service and its routes, recorded as they are registered, because Fastify cannot list them later. */
export async function walk(overrides: Overrides = {}, settings: Record<string, string> = {}): Promise<Walk> {
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
            scope: config?.scope,
            furtherScopes: config?.furtherScopes ?? [],
            raw: config?.raw ?? false,
            described: tags !== undefined,
            body,
            query: querystring,
            feature: findFeature(),
            parameters: params?.properties ?? {},
          })
    })
  }
  subscribe('fastify.initialization', watch)
  const app = await testApp(
    { ALLOW_PRIVATE_ADDRESSES: 'true', ...settings },
    { ...overrides, routes: [createSpecimens] },
  )
  unsubscribe('fastify.initialization', watch)
  return { app, routes }
}

/** Fills the parameters of a path with valid values unless given. */
export const buildPath = ({ url, parameters }: Route, values: Record<string, string> = {}) =>
  url.replace(/:(\w+)|\*/g, (parameter, name = parameter) =>
    encodeURIComponent(values[name] ?? String(createSample(parameters[name] ?? { type: 'integer' }))),
  )

/** The roles that may call a route. */
export const listRoles = ({ access }: Route): readonly Role[] =>
  typeof access === 'string' || access === undefined ? roles : access

/** A new user of the role, signed in. */
export const somebody = ({ given }: TestApp, role: Role): Promise<Person> =>
  role === 'admin' ? given.admin() : given.user({ role })
