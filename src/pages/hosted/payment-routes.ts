/** The pages to which a bank leads back: a payment with its outcome, and the payment methods of the visitor. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Failure } from './api.ts'
import { beginCardPage, registerCardPages } from './card-page-routes.ts'
import { cardFields, hostedCard, phoneFields, renderMethodForms } from './method-forms.ts'
import { showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { renderPayment, renderPaymentMethods } from './payments.ts'
import { getNextPath } from './sign-in.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getQueryValue,
  raw,
  readFields,
  send,
  sendListPage,
  sendPage,
  type Visit,
} from './visit.ts'

/** Stripe adds these to the address; they are not shown on. */
const isReturn = (visit: { request: Parameters<typeof getQueryValue>[0] }) =>
  getQueryValue(visit.request, 'payment_intent') !== '' || getQueryValue(visit.request, 'setup_intent') !== ''

export function registerPaymentPages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/pay/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = getId(request)
    if (isReturn(here)) {
      const asked = await send(here, 'POST /payments/{id}/refresh', { id })
      return asked.ok ? reply.redirect(`${config.basePath}/app/pay/${id}`, 303) : showFailure(here, asked)
    }
    const payment = await get(here, 'GET /payments/{id}', { id })
    if (!payment.ok) return showFailure(here, payment)
    const { writer, base } = here.frame
    const methods = html`<a href="${base}/app/payment-methods">${writer.write('Your payment methods')}</a> · `
    const onward = html`<p>${payment.data.status === 'failed' && methods}<a href="${base}/app/plans">${writer.write('Plans')}</a> · <a href="${base}/app/payments">${writer.write('Payments and invoices')}</a></p>`
    return sendPage(here, 'A payment', [renderPayment(writer, payment.data, request.ctx.clock.now()), onward])
  })

  // Sends the prompt again, or pays a renewal for which the bank would have asked the person.
  app.post('/app/pay/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = getId(request)
    const payment = await get(here, 'GET /payments/{id}', { id })
    if (!payment.ok) return showFailure(here, payment)
    if (payment.data.prompt_again_at !== null) {
      const asked = await send(here, 'POST /payments/{id}/prompt', { id })
      if (asked.ok) return reply.redirect(`${config.basePath}/app/pay/${id}`, 303)
      return sendPage(here, 'A payment', renderAlert(asked), asked.status)
    }
    const paid = await send(here, 'POST /subscriptions/pay', {}, {})
    if (paid.ok) return reply.redirect(`${config.basePath}/app/pay/${paid.data.payment.id}`, 303)
    if (paid.status === 401) return showFailure(here, paid)
    return sendPage(here, 'A payment', renderAlert(paid), paid.status)
  })
}

export function registerMethodPages(app: App, visit: CreateVisit, config: Config) {
  registerCardPages(app, visit)
  app.get('/app/payment-methods', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (!isReturn(here)) return showMethods(here)
    const listed = await get(here, 'GET /payment-methods')
    if (!listed.ok) return showFailure(here, listed)
    for (const { id } of listed.data.filter(({ action }) => action !== null)) {
      const asked = await send(here, 'POST /payment-methods/{id}/refresh', { id })
      if (!asked.ok) return sendPage(here, 'Your payment methods', renderAlert(asked), asked.status)
    }
    return reply.redirect(`${config.basePath}/app/payment-methods`, 303)
  })

  app.post('/app/payment-methods', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const act = getFormField(request, 'act')
    if (act !== 'default' && act !== 'delete') return addMethod(here)
    const id = Number(getFormField(request, 'id'))
    const answer =
      act === 'delete'
        ? await send(here, 'DELETE /payment-methods/{id}', { id })
        : await send(here, 'PUT /payment-methods/{id}', { id }, { is_default: true })
    return answer.ok ? reply.redirect(`${config.basePath}/app/payment-methods`, 303) : showFailure(here, answer)
  })
}

async function showMethods(here: Visit, refused?: { values: Record<string, string>; failure: Failure }) {
  const { writer } = here.frame
  const listed = await get(here, 'GET /payment-methods')
  if (!listed.ok) return showFailure(here, listed)
  const content = [
    renderPaymentMethods(writer, listed.data),
    await renderMethodForms(here, { next: readNext(here), isFolded: listed.data.length > 0, refused }),
  ]
  return sendListPage(here, 'Your payment methods', content, refused?.failure.status ?? 200)
}

const ownPath = '/app/payment-methods'

/** The page that wants a method; this one by default. */
const readNext = ({ request }: Visit): string =>
  getQueryValue(request, 'next') === '' ? ownPath : getNextPath(request)

/** Reads a card as the API takes it. */
function readCard(request: FastifyRequest) {
  const card = readFields(request, cardFields)
  return { ...card, expiry_month: Number(card.expiry_month), expiry_year: Number(card.expiry_year) }
}

/** Adds a phone or a card, and returns to the page that wants it, unless a bank must confirm it first. */
async function addMethod(here: Visit) {
  const { request, reply, frame } = here
  const type = getFormField(request, 'type')
  if (type === hostedCard) {
    const failure = await beginCardPage(here, readNext(here))
    return failure === null ? reply : showMethods(here, { values: {}, failure })
  }
  const values = readFields(request, type === 'card' ? cardFields : phoneFields)
  const body = { type, ...(type === 'card' ? readCard(request) : readFields(request, phoneFields)) }
  const added = await send(here, 'POST /payment-methods', {}, body)
  if (!added.ok) return added.status === 401 ? showFailure(here, added) : showMethods(here, { values, failure: added })
  const { id, action } = added.data.payment_method
  const next = readNext(here)
  const isElsewhere = next !== ownPath && action === null
  return reply.redirect(`${frame.base}${isElsewhere ? `${next}?payment_method_id=${id}` : ownPath}`, 303)
}
