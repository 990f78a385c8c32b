/** The console for administrators: a page over the API and nothing else, and the session that it uses. */

import { hash } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { consoleHeader } from '#http/browser-api.ts'
import { createConsoleCookie } from '#http/cookies.ts'
import { collectSchemas, type FindSchemas } from '#http/form-schemas.ts'
import { setContentLanguage } from '#http/language.ts'
import { getRequestSite } from '#http/request-site.ts'
import type { App, Routes } from '#http/routes.ts'
import type { Language } from '#language/languages.ts'
import type { Localizer } from '#language/wording.ts'
import { type Asset, listSentences } from '../browser-modules.ts'
import type { Arguments, Operation } from '../contract.ts'
import { type Answer, sendApiRequest } from '../hosted/api.ts'
import { sendAsset } from '../replies.ts'
import { folder, readAssets, readStyles } from './assets.ts'
import { renderCatalogue, renderConsole } from './page.ts'
import { registerProviderSignIn } from './provider-routes.ts'

const raw = { access: 'public', raw: true } as const
const rateLimited = { ...raw, limit: 'auth' } as const

type SignIn = 'POST /auth/login' | 'POST /auth/two-factor' | 'POST /auth/passkeys/login'

export const consoleRoutes =
  (config: Config): Routes =>
  (app) => {
    const schemas = collectSchemas(app, config.basePath)
    void app.register(async (scope: App) => {
      await scope.register(cookie)
      registerPage(scope, config, schemas)
      registerSession(scope, config)
    })
  }

/** Read with the first visit, because most instances never show the console. */
function createStore(schemas: FindSchemas) {
  let files: Map<string, Asset> | undefined
  let styles: string | undefined
  let sentences: string[] | undefined
  const catalogues = new Map<Language, string>()
  return {
    get: (name: string) => {
      files ??= readAssets()
      return files.get(name)
    },
    /** The script without the charts, which are loaded when one is shown. */
    listModules: () => {
      files ??= readAssets()
      return [...files.keys()].filter((name) => name !== 'uplot.js')
    },
    getStyles: () => {
      styles ??= readStyles()
      return styles
    },
    /** The language alone decides: the brand of an operator is read at the start. */
    getCatalogue: (wording: Localizer) => {
      sentences ??= listSentences(folder)
      const known = catalogues.get(wording.language) ?? renderCatalogue(sentences, schemas, wording)
      catalogues.set(wording.language, known)
      return `export const locale = ${JSON.stringify(wording.locale)}\n${known}`
    },
  }
}

function registerPage(app: App, config: Config, schemas: FindSchemas) {
  const store = createStore(schemas)
  const show = ({ ctx }: FastifyRequest, reply: FastifyReply) => {
    const styles = store.getStyles()
    return setContentLanguage(reply, ctx.wording)
      .header('Content-Security-Policy', createPolicy(styles))
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderConsole({ config, wording: ctx.wording, styles, modules: store.listModules() }))
  }
  app.get('/console', { config: raw }, show)
  app.get('/console/*', { config: raw }, show)

  // It takes the place of `app/catalogue.ts`, in the language of the reader.
  app.get('/console/app/catalogue.js', { config: raw }, ({ ctx }, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .type('text/javascript; charset=utf-8')
      .send(store.getCatalogue(ctx.wording)),
  )

  app.get('/console/app/:name', { config: raw }, (request, reply) => {
    const asset = store.get((request.params as { name: string }).name)
    if (asset === undefined) return reply.callNotFound()
    return sendAsset(request, reply, asset)
  })
}

/** Only modules and data of this host, and the styles of the page. Frames show nothing. */
const createPolicy = (styles: string) =>
  `default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; ` +
  `style-src 'sha256-${hash('sha256', styles, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Returns whether a script of the console sends the request; those of other sites may not send the header. */
const isConsole = ({ headers }: FastifyRequest, config: Config) =>
  headers[consoleHeader] !== undefined && getRequestSite(headers, config) !== 'foreign'

function registerSession(app: App, config: Config) {
  const { basePath } = config
  const { name, options } = createConsoleCookie(config)
  const call = <O extends Operation>(
    request: FastifyRequest,
    token: string | undefined,
    operation: O,
    ...sent: Arguments<O>
  ) => sendApiRequest(app, { request, basePath, token }, operation, ...sent)

  /** Begins a session of the console, which the cookie carries; a refused token is revoked. */
  const begin = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const begun = await call(request, token, 'POST /admin/session')
    if (begun.ok) reply.setCookie(name, token, options)
    else await call(request, token, 'POST /auth/logout')
    return begun
  }

  /** Answers a sign-in: the challenge of the second factor, or a session. */
  const enter = async (request: FastifyRequest, reply: FastifyReply, answer: Answer<SignIn>) => {
    if (!answer.ok) return reply.code(answer.status).send({ message: answer.message, errors: answer.errors })
    if (answer.data.two_factor_required) return reply.send({ challenge: answer.data.challenge })
    const begun = await begin(request, reply, answer.data.token)
    return begun.ok ? reply.send({}) : reply.code(begun.status).send({ message: begun.message, errors: begun.errors })
  }

  const register = (path: string, operation: SignIn) =>
    app.post(path, { config: rateLimited }, async (request, reply) => {
      if (!isConsole(request, config)) return reply.callNotFound()
      const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
      reply.header('Cache-Control', 'no-store')
      return enter(request, reply, await call(request, undefined, operation, {}, body))
    })
  register('/console/session', 'POST /auth/login')
  register('/console/session/code', 'POST /auth/two-factor')
  register('/console/session/passkey', 'POST /auth/passkeys/login')

  registerProviderSignIn(app, config, async (request, reply, token) => (await begin(request, reply, token)).ok)

  app.delete('/console/session', { config: raw }, async (request, reply) => {
    if (!isConsole(request, config)) return reply.callNotFound()
    const token = request.cookies[name]
    if (token !== undefined) await call(request, token, 'POST /auth/logout')
    return reply.clearCookie(name, options).send({})
  })
}
