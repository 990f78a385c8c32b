/** The request of a browser to a hosted page, and its response. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Fragment } from '#core/html.ts'
import { createSessionCookie } from '#http/cookies.ts'
import { setContentLanguage } from '#http/language.ts'
import type { App } from '#http/routes.ts'
import type { Arguments, GetOperation, Operation, User } from '../contract.ts'
import { createPolicy } from '../layout.ts'
import { createWriter } from '../writer.ts'
import { type Answer, type Failure, type FileAnswer, sendApiRequest, sendFileRequest } from './api.ts'
import { addAccount } from './form-account.ts'
import {
  type Form,
  type Frame,
  type Heading,
  renderAlert,
  renderForm,
  renderHostedPage,
  renderWidePage,
  type WidePage,
} from './pages.ts'

/** The configuration of routes that answer with a page. */
export const raw = { access: 'public', raw: true } as const
/** Routes that check a password or send a mail count against the limit of `/auth/*`. */
export const rateLimited = { ...raw, limit: 'auth' } as const

/** The account of a visitor who is signed in. */
export type VisitorAccount = Pick<User, 'id' | 'name' | 'email'>

export interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  token: string | undefined
  frame: Frame
  /** Calls the API as the visitor. */
  call<O extends Operation>(operation: O, ...sent: Arguments<O>): Promise<Answer<O>>
  /** Returns the account of the visitor, which is asked for once in a request; null without one. */
  findAccount(): Promise<VisitorAccount | null>
  /** Fetches a document of the API as the visitor. */
  fetchFile<O extends GetOperation>(operation: O, ...sent: Arguments<O>): Promise<FileAnswer | Failure>
}

export type CreateVisit = (request: FastifyRequest, reply: FastifyReply) => Visit

const isAccount = (value: unknown): value is VisitorAccount =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'email' in value

/** Returns a function that creates the visit of a request. */
export function createVisitFactory(app: App, config: Config): CreateVisit {
  const { organizationName: organization, basePath } = config
  const { name } = createSessionCookie(config)
  const accounts = new WeakMap<FastifyRequest, VisitorAccount>()
  return (request, reply) => {
    const token = request.cookies[name]
    const writer = createWriter(request.ctx.wording)
    const [path = ''] = request.url.slice(basePath.length).split('?')
    const frame = { organization, base: basePath, path, isSignedIn: token !== undefined, writer }
    const call = async <O extends Operation>(operation: O, ...sent: Arguments<O>) => {
      const answer = await sendApiRequest(app, { request, basePath, token }, operation, ...sent)
      if (operation === 'GET /auth/me' && answer.ok && isAccount(answer.data)) accounts.set(request, answer.data)
      return answer
    }
    return {
      request,
      reply,
      token,
      frame,
      call,
      async findAccount() {
        if (token !== undefined && !accounts.has(request)) await call('GET /auth/me')
        return accounts.get(request) ?? null
      },
      fetchFile: (operation, ...sent) => sendFileRequest(app, { request, basePath, token }, operation, ...sent),
    }
  }
}

async function sendDocument(visit: Visit, status: number, policy: string, document: string) {
  const account = await visit.findAccount()
  return (
    setContentLanguage(visit.reply, visit.frame.writer.wording)
      .code(status)
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      // Under the policy of other responses, browsers would send forms with an `Origin` of `null`.
      .header('Referrer-Policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(account === null ? document : addAccount(document, account.id))
  )
}

export const sendPage = (visit: Visit, heading: Heading, content: Fragment, status = 200) =>
  sendDocument(
    visit,
    status,
    createPolicy(visit.frame.writer.wording.brand),
    renderHostedPage(visit.frame, { heading, content }),
  )

/** Sends a page with a list, which is wider than a form. */
export const sendListPage = (visit: Visit, heading: Heading, content: Fragment, status = 200) =>
  sendDocument(
    visit,
    status,
    createPolicy(visit.frame.writer.wording.brand),
    renderHostedPage(visit.frame, { heading, content, isList: true }),
  )

interface MediaPage {
  heading: Heading
  content: Fragment
  /** From where it shows pictures and plays films. */
  sources: string
  status?: number
}

/** Sends a page with a list or a text that shows pictures and plays films. */
export const sendMediaPage = (visit: Visit, { heading, content, sources, status = 200 }: MediaPage) =>
  sendDocument(
    visit,
    status,
    createPolicy(visit.frame.writer.wording.brand, `media-src ${sources}`, sources),
    renderHostedPage(visit.frame, { heading, content, isList: true }),
  )

interface PasskeyPage {
  heading: Heading
  content: Fragment
  isList?: boolean
  status?: number
}

/** The directives of a page that runs modules of this service. */
const moduleDirectives = "script-src 'self'; connect-src 'self'"

/** Sends a page with a form that carries a passkey, for which it runs a module of this service. */
export const sendPasskeyPage = (visit: Visit, { status = 200, ...page }: PasskeyPage) =>
  sendDocument(
    visit,
    status,
    createPolicy(visit.frame.writer.wording.brand, moduleDirectives),
    renderHostedPage(visit.frame, { ...page, module: `${visit.frame.base}/modules/passkey-forms.js` }),
  )

/** Sends a page that runs modules of this service and shows pictures of the `images`. */
export function sendWidePage(visit: Visit, page: WidePage, images: string) {
  const policy = createPolicy(visit.frame.writer.wording.brand, moduleDirectives, images)
  return sendDocument(visit, 200, policy, renderWidePage(visit.frame, page))
}

/** Sends a page with a form, and with the messages of a failure. */
export function sendForm(visit: Visit, title: Heading, form: Form, failure?: Failure) {
  const content = renderForm(visit.frame.writer, form)
  return failure === undefined
    ? sendPage(visit, title, content)
    : sendPage(visit, title, [renderAlert(failure), content], failure.status)
}

export const getQueryValue = ({ url }: FastifyRequest, name: string) =>
  new URL(url, 'http://localhost').searchParams.get(name)?.slice(0, 2_000) ?? ''

export function getFormField({ body }: FastifyRequest, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : ''
  return typeof value === 'string' ? value : ''
}

/** Returns the texts of all fields of a form whose names begin with the prefix, by the rest of their names. */
export const readPrefixedFields = ({ body }: FastifyRequest, prefix: string): [string, string][] =>
  Object.entries(body ?? {}).flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
  )

/** Returns the texts of the fields of a form; those with a name in `names`. */
export function readFields<N extends string>(request: FastifyRequest, names: readonly N[]): Record<N, string> {
  const entries = names.map((name) => [name, getFormField(request, name)] as const)
  return Object.fromEntries(entries) as Record<N, string>
}

/** Reads something of the API: `get(visit, 'GET /job-posts/{id}', { id })`. */
export const get = <O extends GetOperation>(visit: Visit, operation: O, ...sent: Arguments<O>) =>
  visit.call(operation, ...sent)

/** Asks the API to change something: `send(visit, 'PUT /job-posts/{id}', { id }, body)`. */
export const send = <O extends Exclude<Operation, GetOperation>>(visit: Visit, operation: O, ...sent: Arguments<O>) =>
  visit.call(operation, ...sent)

/** An id in the path, as it was sent; the API validates it. */
export const getPathId = ({ params }: FastifyRequest, name: string) => (params as Record<string, string>)[name] ?? ''

export const getId = (request: FastifyRequest) => getPathId(request, 'id')
