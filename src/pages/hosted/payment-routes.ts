/** The pages to which a bank leads back: a payment with its outcome, and the payment methods of the visitor. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { registerCardPages } from './card-page-routes.ts'
import { addMethod, renderMethodForms } from './method-forms.ts'
import { showFailure } from './object-routes.ts'
import type { RefusedForm } from './operation-forms.ts'
import { renderAlert, toOutcome } from './pages.ts'
import { renderPayment, renderPaymentMethods } from './payments.ts'
import { getNextPath } from './sign-in.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getQueryValue,
  raw,
  send,
  sendListPage,
  sendPage,
  sendWaitingPage,
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
    const [me, payment] = await Promise.all([get(here, 'GET /auth/me'), get(here, 'GET /payments/{id}', { id })])
    if (!me.ok) return showFailure(here, me)
    if (!payment.ok) return showFailure(here, payment)
    const { writer, base } = here.frame
    const { data } = payment
    const page = {
      payment: data,
      base,
      timezone: me.data.timezone ?? config.timezone,
      now: request.ctx.clock.now(),
    }
    const onward = html`<p><a href="${base}/app/payment-methods">${writer.write('Your payment methods')}</a> · <a href="${base}/app/plans">${writer.write('Plans')}</a> · <a href="${base}/app/payments">${writer.write('Payments and invoices')}</a></p>`
    const content = [renderPayment(writer, page), onward]
    return data.status === 'pending'
      ? sendWaitingPage(here, { heading: 'A payment', content, refreshSeconds: 10 })
      : sendPage(here, 'A payment', content)
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
    if (!isReturn(here)) return showMethods(here, config)
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
    if (act !== 'default' && act !== 'delete') return addAndReturn(here, config)
    const id = Number(getFormField(request, 'id'))
    const answer =
      act === 'delete'
        ? await send(here, 'DELETE /payment-methods/{id}', { id })
        : await send(here, 'PUT /payment-methods/{id}', { id }, { is_default: true })
    const done = act === 'delete' ? 'deleted' : 'saved'
    return answer.ok ? reply.redirect(toOutcome(`${config.basePath}${ownPath}`, done), 303) : showFailure(here, answer)
  })
}

async function showMethods(here: Visit, config: Config, refused?: RefusedForm) {
  const { writer } = here.frame
  const [me, listed] = await Promise.all([get(here, 'GET /auth/me'), get(here, 'GET /payment-methods')])
  if (!me.ok) return showFailure(here, me)
  if (!listed.ok) return showFailure(here, listed)
  const content = [
    renderPaymentMethods(writer, listed.data, me.data.timezone ?? config.timezone),
    await renderMethodForms(here, { next: readNext(here), isFolded: listed.data.length > 0, refused }),
  ]
  return sendListPage(here, 'Your payment methods', content, refused?.status ?? 200)
}

const ownPath = '/app/payment-methods'

/** The page that wants a method; this one by default. */
const readNext = ({ request }: Visit): string =>
  getQueryValue(request, 'next') === '' ? ownPath : getNextPath(request)

/** Adds a phone or a card, and returns to the page that wants it, unless a bank must confirm it first. */
async function addAndReturn(here: Visit, config: Config) {
  const { reply, frame } = here
  const next = readNext(here)
  const added = await addMethod(here, next)
  if (!added.ok) return showMethods(here, config, added)
  if (added.isAnswered) return reply
  if (added.id === null) return reply.redirect(`${frame.base}${ownPath}`, 303)
  const path = next === ownPath ? ownPath : `${next}?payment_method_id=${added.id}`
  return reply.redirect(toOutcome(`${frame.base}${path}`, 'method'), 303)
}
