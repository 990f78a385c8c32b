import { Type } from 'typebox'
import { getCaller } from '#context.ts'
import { formatContentDisposition, formatFileName } from '#core/file-name.ts'
import { notFound } from '#core/problem.ts'
import { invalidLink, SignedQuery, signPath } from '#core/signed-links.ts'
import { createErrorResponses, respondsPage } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import type { Routes } from '#http/routes.ts'
import { createPolicy } from '#pages/layout.ts'
import { createWriter } from '#pages/writer.ts'
import { renderInvoicePage } from './page.ts'
import { printInvoice } from './print.ts'
import { BillingQuery, BillingRecord, InvoiceNumber } from './schemas.ts'
import { getBuyerLocalizer, getInvoicePath, listBilling, openInvoice } from './service.ts'

const tags = ['Subscriptions and payments']

const describeFile = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: Type.String() } } },
  ...createErrorResponses([invalidLink.status, notFound.status, 429, 500, 503]),
})

export const billingRoutes: Routes = (app) => {
  app.get('/billing/history', {
    config: { access: 'signed-in', scope: 'billing:read', csv: 'Payments' },
    schema: {
      operationId: 'listBilling',
      summary: 'List my payments',
      description: 'Newest first, one record for each completed payment.',
      tags,
      querystring: BillingQuery,
      response: respondsPage(BillingRecord),
    },
    handler: (request) => listBilling(request.ctx, request.query),
  })

  app.get('/billing/invoices/:number', {
    config: { access: 'public', raw: true },
    schema: {
      operationId: 'showInvoice',
      summary: 'Show an invoice as a page',
      description: 'By the `invoice_url` of a billing record; the signature replaces the token.',
      tags,
      params: InvoiceNumber,
      querystring: SignedQuery,
      response: describeFile('text/html', 'The invoice.'),
    },
    handler: async ({ ctx, params, query }, reply) => {
      const path = getInvoicePath(params.number)
      const invoice = await openInvoice(ctx, params.number, path, query)
      // Links on the page expire with the page.
      const expiresAt = new Date(Number(query.expires) * 1000).toISOString()
      const pdf = `${ctx.config.basePath}${signPath(ctx.config.appSecret, `${path}/pdf`, expiresAt, { key: query.key })}`
      return setContentLanguage(reply, ctx.wording)
        .header('Content-Security-Policy', createPolicy(ctx.config.brand))
        .header('Cache-Control', 'no-store')
        .header('Referrer-Policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(renderInvoicePage(createWriter(ctx.wording), invoice, { base: ctx.config.basePath, pdfUrl: pdf }))
    },
  })

  app.get('/billing/invoices/:number/pdf', {
    config: { access: 'public', raw: true },
    schema: {
      operationId: 'downloadInvoice',
      summary: 'Download an invoice as a PDF',
      description: 'By the `pdf_url` of a billing record; the signature replaces the token.',
      tags,
      params: InvoiceNumber,
      querystring: SignedQuery,
      response: describeFile('application/pdf', 'The invoice.'),
    },
    handler: async ({ ctx, params, query }, reply) => {
      const invoice = await openInvoice(ctx, params.number, `${getInvoicePath(params.number)}/pdf`, query)
      return reply
        .header('Content-Disposition', formatContentDisposition('attachment', formatFileName(invoice.number, 'pdf')))
        .header('Cache-Control', 'no-store')
        .type('application/pdf')
        .send(
          await printInvoice(
            {
              invoice,
              logo: ctx.config.documents.logo,
              wording: await getBuyerLocalizer(ctx, params.number),
            },
            getCaller(ctx),
          ),
        )
    },
  })
}
