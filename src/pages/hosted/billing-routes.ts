/** Pages of what the visitor has paid: payments with their invoices, and refunds with their credit notes. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { renderBilling, renderCreditNotes } from './billing.ts'
import { showFailure } from './object-routes.ts'
import { readPage, renderPages } from './paging.ts'
import { type CreateVisit, get, raw, sendListPage } from './visit.ts'

export function registerBillingPages(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/payments', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const records = await get(here, 'GET /billing/history', { page })
    if (!records.ok) return showFailure(here, records)
    return sendListPage(here, 'Payments and invoices', [
      html`<p><a href="${base}/app/payments/refunds">${writer.write('Refunds')}</a> · <a href="${base}/app/payment-methods">${writer.write('Your payment methods')}</a> · <a href="${base}/app/plans">${writer.write('Plans')}</a></p>`,
      renderBilling(writer, records.data),
      renderPages(writer, { page, lastPage: records.meta.last_page }),
    ])
  })

  app.get('/app/payments/refunds', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const notes = await get(here, 'GET /billing/credit-notes', { page })
    if (!notes.ok) return showFailure(here, notes)
    return sendListPage(here, 'Refunds', [
      html`<p><a href="${base}/app/payments">${writer.write('Payments and invoices')}</a></p>`,
      renderCreditNotes(writer, notes.data),
      renderPages(writer, { page, lastPage: notes.meta.last_page }),
    ])
  })
}
