/** The request of a browser to a hosted page, and its response. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Fragment } from '#core/html.ts'
import { createSessionCookie } from '#http/cookies.ts'
import type { FindBody } from '#http/form-schemas.ts'
import type { KeptForm } from '#http/form-sealing.ts'
import { setContentLanguage } from '#http/language.ts'
import type { App } from '#http/routes.ts'
import type { Arguments, GetOperation, Operation, User } from '../contract.ts'
import { createPolicy } from '../layout.ts'
import { createWriter } from '../writer.ts'
import { type Answer, type Failure, type FileAnswer, openPage, sendApiRequest, sendFileRequest } from './api.ts'
import { keptField, keyField, markForms } from './form-marks.ts'
import { openedForm } from './kept-forms.ts'
import {
  type Form,
  type Frame,
  type Heading,
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
  findBody: FindBody
  /** A form that waits for the sign-in, sealed; empty without one. */
  sealedForm: string
  /** The form that has waited for the sign-in, on the page on which it stood; null otherwise. */
  keptForm: KeptForm | null
  /** Returns the same visit of who has just signed in. */
  withToken(token: string): Visit
  /** Opens a page of this site as the visitor; `path` is without the base path. */
  openPage(path: string): Promise<OpenedPage>
}

type OpenedPage = Awaited<ReturnType<typeof openPage>>

export type CreateVisit = (request: FastifyRequest, reply: FastifyReply, token?: string) => Visit

const isAccount = (value: unknown): value is VisitorAccount =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'email' in value

/** Returns a function that creates the visit of a request. */
export function createVisitFactory(app: App, config: Config, findBody: FindBody): CreateVisit {
  const { organizationName: organization, basePath } = config
  const { name } = createSessionCookie(config)
  const accounts = new WeakMap<FastifyRequest, VisitorAccount>()
  const createVisit: CreateVisit = (request, reply, token = request.cookies[name]) => {
    const writer = createWriter(request.ctx.wording)
    const [path = ''] = request.url.slice(basePath.length).split('?')
    const frame = {
      organization,
      base: basePath,
      path,
      isSignedIn: token !== undefined,
      done: request.method === 'GET' ? getQueryValue(request, 'done') : '',
      writer,
    }
    const call = async <O extends Operation>(operation: O, ...sent: Arguments<O>) => {
      const formKey = getFormField(request, keyField)
      const answer = await sendApiRequest(app, { request, basePath, token, formKey }, operation, ...sent)
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
      findBody,
      sealedForm: getFormField(request, keptField),
      keptForm: openedForm.getStore() ?? null,
      withToken: (mine) => createVisit(request, reply, mine),
      openPage: (place) => openPage(app, request, { url: `${basePath}${place}`, cookie: `${name}=${token}` }),
    }
  }
  return createVisit
}

async function sendDocument(visit: Visit, status: number, policy: string, document: string) {
  const account = await visit.findAccount()
  const { base, path } = visit.frame
  const marks = {
    accountId: account?.id ?? null,
    kept: account === null ? visit.sealedForm : '',
    address: visit.keptForm === null ? undefined : `${base}${path}`,
  }
  return (
    setContentLanguage(visit.reply, visit.frame.writer.wording)
      .code(status)
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      // Under the policy of other responses, browsers would send forms with an `Origin` of `null`.
      .header('Referrer-Policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(markForms(document, marks))
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
  /** Whether it has pages of this service in frames. */
  hasFrames?: boolean
  status?: number
}

/** Sends a page with a list or a text that shows pictures and plays films. */
export const sendMediaPage = (
  visit: Visit,
  { heading, content, sources, hasFrames = false, status = 200 }: MediaPage,
) =>
  sendDocument(
    visit,
    status,
    createPolicy(visit.frame.writer.wording.brand, `media-src ${sources}${hasFrames ? "; frame-src 'self'" : ''}`, {
      images: sources,
    }),
    renderHostedPage(visit.frame, { heading, content, isList: true }),
  )

interface ModulePage {
  heading: Heading
  content: Fragment
  isList?: boolean
  status?: number
  /** After how many seconds a browser without scripts loads the page again. */
  refreshSeconds?: number
}

/** The directives of a page that runs modules of this service. */
const moduleDirectives = "script-src 'self'; connect-src 'self'"

const createModulePageSender =
  (module: string) =>
  (visit: Visit, { status = 200, ...page }: ModulePage) =>
    sendDocument(
      visit,
      status,
      createPolicy(visit.frame.writer.wording.brand, moduleDirectives),
      renderHostedPage(visit.frame, { ...page, module: `${visit.frame.base}/modules/${module}.js` }),
    )

/** Sends a page with a form that carries a passkey. */
export const sendPasskeyPage = createModulePageSender('passkey-forms')

/** Sends the page of a payment that waits, which is kept up to date. */
export const sendWaitingPage = createModulePageSender('payment-status')

/** Sends a page that runs modules of this service and shows pictures of the `images`. */
export function sendWidePage(visit: Visit, page: WidePage, images: string) {
  const policy = createPolicy(visit.frame.writer.wording.brand, moduleDirectives, { images })
  return sendDocument(visit, 200, policy, renderWidePage(visit.frame, page))
}

/** Sends a page with a button alone. */
export const sendForm = (visit: Visit, title: Heading, form: Form) =>
  sendPage(visit, title, renderForm(visit.frame.writer, form))

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

/** Returns the texts of all fields of a form; a field that was sent several times has its texts in lines. */
export const readEntered = ({ request: { body } }: Visit): Record<string, string> =>
  Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, [value].flat().join('\n')]))

/** Reads something of the API: `get(visit, 'GET /job-posts/{id}', { id })`. */
export const get = <O extends GetOperation>(visit: Visit, operation: O, ...sent: Arguments<O>) =>
  visit.call(operation, ...sent)

/** Asks the API to change something: `send(visit, 'PUT /job-posts/{id}', { id }, body)`. */
export const send = <O extends Exclude<Operation, GetOperation>>(visit: Visit, operation: O, ...sent: Arguments<O>) =>
  visit.call(operation, ...sent)

/** An id in the path, as it was sent; the API validates it. */
export const getPathId = ({ params }: FastifyRequest, name: string) => (params as Record<string, string>)[name] ?? ''

export const getId = (request: FastifyRequest) => getPathId(request, 'id')
