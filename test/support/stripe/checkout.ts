/** The pages of Stripe on which people add a card, and the sessions behind them. */

import { randomBytes } from 'node:crypto'
import type { Answer, Fields } from './answers.ts'

/** What the service may send; Stripe refuses other parameters. */
const known = new Set([
  ...['mode', 'ui_mode', 'customer', 'success_url', 'cancel_url', 'locale', 'allowed_payment_method_types[0]'],
  'custom_text[submit][message]',
])

export interface Session {
  id: string
  object: 'checkout.session'
  mode: 'setup'
  status: 'open' | 'complete' | 'expired'
  customer: string
  url: string | null
  success_url: string
  cancel_url: string
  setup_intent: string | null
  note: string
  locale: string
}

type Ask = (method: string, path: string, fields: Fields) => Answer

const createRefusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message } },
})
const missing = createRefusal(404, 'resource_missing', 'No such checkout.session')

export class StripeCheckout {
  readonly sessions = new Map<string, Session>()
  /** Whether the key has the permission for sessions, which restricted keys may lack. */
  isPermitted = true
  readonly #ask: Ask
  readonly #getPages: () => string

  /** `ask` answers a request to the API, and `getPages` is the address of Stripe's own pages. */
  constructor(ask: Ask, getPages: () => string) {
    this.#ask = ask
    this.#getPages = getPages
  }

  /** Answers a request to `/v1/checkout/sessions`. */
  answer(method: string, path: string, fields: Fields): Answer {
    const [, , , , id = '', action = ''] = path.split('/')
    if (method === 'POST' && id === '') return this.#create(fields)
    if (id === '') return this.#list()
    const session = this.sessions.get(id)
    if (session === undefined) return missing
    if (method === 'POST' && action === 'expire') return this.#expire(session)
    return { status: 200, body: this.#present(session, fields) }
  }

  #create(fields: Fields): Answer {
    const wrong = Object.keys(fields).find((name) => !known.has(name))
    if (wrong !== undefined) return createRefusal(400, 'parameter_unknown', `Received unknown parameter: ${wrong}`)
    const { mode, ui_mode, customer = '', success_url = '', cancel_url = '', locale = 'auto' } = fields
    if (mode !== 'setup' || ui_mode !== 'hosted_page' || fields['allowed_payment_method_types[0]'] !== 'card')
      return createRefusal(400, 'parameter_missing', 'The double makes pages for cards alone.')
    if (customer === '' || success_url === '' || cancel_url === '')
      return createRefusal(400, 'parameter_missing', 'Missing required param.')
    const id = `cs_test_${randomBytes(12).toString('hex')}`
    const session: Session = {
      ...{ id, object: 'checkout.session', mode, status: 'open', customer, success_url, cancel_url, locale },
      url: `${this.#getPages()}/c/pay/${id}#fragment`,
      setup_intent: null,
      note: fields['custom_text[submit][message]'] ?? '',
    }
    this.sessions.set(id, session)
    return { status: 200, body: { ...session } }
  }

  #list(): Answer {
    if (!this.isPermitted) return createRefusal(403, 'more_permissions_required', 'The key may not read sessions.')
    return { status: 200, body: { object: 'list', url: '/v1/checkout/sessions', has_more: false, data: [] } }
  }

  #expire(session: Session): Answer {
    if (session.status !== 'open')
      return createRefusal(400, '', 'Only Checkout Sessions with a status in ["open"] can be expired.')
    Object.assign(session, { status: 'expired', url: null })
    return { status: 200, body: { ...session } }
  }

  /** A day has passed. */
  expireAll() {
    for (const session of this.sessions.values()) this.#expire(session)
  }

  #present(session: Session, fields: Fields): object {
    const { setup_intent } = session
    const isExpanded = Object.values(fields).includes('setup_intent.payment_method')
    if (setup_intent === null || !isExpanded) return { ...session }
    const setup = this.#ask('GET', `/v1/setup_intents/${setup_intent}`, {}).body as { payment_method: string }
    const method = this.#ask('GET', `/v1/payment_methods/${setup.payment_method}`, {})
    return { ...session, setup_intent: { ...setup, payment_method: method.body } }
  }

  /**
   * What happens on a page of Stripe. Returns the address that it leads to, or what it shows: a form, with what is wrong with the card, or
   * that the page has ended.
   */
  visit(method: string, url: URL, body: string): { leadsTo: string } | { shows: string } {
    const [, , , id = '', step = ''] = url.pathname.split('/')
    const session = this.sessions.get(id)
    if (session === undefined || session.status === 'expired') return { shows: '<h1>This page has expired.</h1>' }
    if (session.status === 'complete') return { shows: '<h1>You are all done here.</h1>' }
    if (step === 'back') return this.#finish(session)
    return method === 'POST' ? this.#submit(session, new URLSearchParams(body)) : { shows: renderForm(session) }
  }

  #submit(session: Session, given: URLSearchParams) {
    const number = given.get('number') ?? ''
    const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2060' }
    const made = this.#ask('POST', '/v1/payment_methods', card)
    if (made.status !== 200) return { shows: renderForm(session, readMessage(made)) }
    const setup = this.#ask('POST', '/v1/setup_intents', {
      payment_method: (made.body as { id: string }).id,
      customer: session.customer,
      confirm: 'true',
      return_url: `${this.#getPages()}/c/pay/${session.id}/back`,
    })
    if (setup.status !== 200) return { shows: renderForm(session, readMessage(setup)) }
    const { id, next_action } = setup.body as { id: string; next_action: { redirect_to_url: { url: string } } | null }
    session.setup_intent = id
    return next_action === null ? this.#finish(session) : { leadsTo: next_action.redirect_to_url.url }
  }

  #finish(session: Session) {
    const setup = this.#ask('GET', `/v1/setup_intents/${session.setup_intent}`, {}).body as { status: string }
    if (setup.status !== 'succeeded') return { shows: renderForm(session, 'The bank did not confirm you.') }
    Object.assign(session, { status: 'complete', url: null })
    return { leadsTo: session.success_url }
  }
}

const readMessage = ({ body }: Answer) => (body as { error: { message: string } }).error.message

const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const renderForm = ({ cancel_url, note }: Session, error = '') =>
  `<h1>Save a card</h1><p role="alert">${escapeText(error)}</p><form method="post"><label>Card number
<input name="number"></label><button>Save card</button></form><p>${escapeText(note)}</p><a href="${escapeText(cancel_url)}">Back</a>`
