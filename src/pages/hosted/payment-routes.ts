/** The pages to which a bank leads back: a payment with its outcome, and the payment methods of the visitor. */

import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import { showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { type Payment, type PaymentMethod, renderPayment, renderPaymentMethods } from './payments.ts'
import { type CreateVisit, getId, getQueryValue, isForeignOrigin, raw, renderForeignForm, sendPage } from './visit.ts'

/** Stripe adds these to the address; they are not shown on. */
const isReturn = (visit: { request: Parameters<typeof getQueryValue>[0] }) =>
  getQueryValue(visit.request, 'payment_intent') !== '' || getQueryValue(visit.request, 'setup_intent') !== ''

export function registerPaymentPages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/pay/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const path = `/payments/${getId(request)}`
    if (isReturn(here)) {
      const asked = await here.call<Payment>({ method: 'POST', path: `${path}/refresh` })
      return asked.ok ? reply.redirect(`${config.basePath}/app/pay/${getId(request)}`, 303) : showFailure(here, asked)
    }
    const payment = await here.call<Payment>({ method: 'GET', path })
    if (!payment.ok) return showFailure(here, payment)
    return sendPage(here, 'A payment', renderPayment(here.frame.writer, payment.data, request.ctx.clock.now()))
  })

  // Sends the prompt again, or pays a renewal for which the bank would have asked the person.
  app.post('/app/pay/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeignOrigin(request, config)) return sendPage(here, 'A payment', renderForeignForm(here.frame.writer), 403)
    const path = `/payments/${getId(request)}`
    const payment = await here.call<Payment>({ method: 'GET', path })
    if (!payment.ok) return showFailure(here, payment)
    if (payment.data.prompt_again_at !== null) {
      const asked = await here.call<Payment>({ method: 'POST', path: `${path}/prompt` })
      if (asked.ok) return reply.redirect(`${config.basePath}/app/pay/${getId(request)}`, 303)
      return sendPage(here, 'A payment', renderAlert(asked), asked.status)
    }
    const paid = await here.call<{ payment: Payment }>({ method: 'POST', path: '/subscriptions/pay', body: {} })
    if (paid.ok) return reply.redirect(`${config.basePath}/app/pay/${paid.data.payment.id}`, 303)
    if (paid.status === 401) return showFailure(here, paid)
    return sendPage(here, 'A payment', renderAlert(paid), paid.status)
  })

  app.get('/app/payment-methods', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const listed = await here.call<PaymentMethod[]>({ method: 'GET', path: '/payment-methods' })
    if (!listed.ok) return showFailure(here, listed)
    if (!isReturn(here))
      return sendPage(here, 'Your payment methods', renderPaymentMethods(here.frame.writer, listed.data))
    for (const { id } of listed.data.filter(({ action }) => action !== null)) {
      const asked = await here.call<PaymentMethod>({ method: 'POST', path: `/payment-methods/${id}/refresh` })
      if (!asked.ok) return sendPage(here, 'Your payment methods', renderAlert(asked), asked.status)
    }
    return reply.redirect(`${config.basePath}/app/payment-methods`, 303)
  })
}
