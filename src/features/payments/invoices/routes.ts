import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type Context, getCaller } from '#context.ts'
import { formatContentDisposition, formatFileName } from '#core/file-name.ts'
import { notFound } from '#core/problem.ts'
import { invalidLink, SignedQuery, signPath } from '#core/signed-links.ts'
import { createErrorResponses, respondsPage } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import { route, routes } from '#http/route.ts'
import type { Localizer } from '#language/wording.ts'
import { createPolicy } from '#pages/layout.ts'
import { createWriter } from '#pages/writer.ts'
import { getCreditedLocalizer, getCreditNotePath, listCreditNotes, openCreditNote } from './credit-notes.ts'
import { renderStatementPage } from './page.ts'
import type { PrintedDocument } from './pdf-worker.ts'
import { printDocument } from './print.ts'
import { BillingQuery, BillingRecord, CreditNoteEntry, CreditNoteNumber, InvoiceNumber } from './schemas.ts'
import { getBuyerLocalizer, getInvoicePath, listBilling, openInvoice } from './service.ts'
import { createCreditStatement, createStatement, type Statement } from './statement.ts'

const describeFile = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: Type.String() } } },
  ...createErrorResponses([invalidLink.status, notFound.status, 429, 500, 503]),
})

export const billingRoutes = routes('Subscriptions and payments', [
  route('GET /billing/history', {
    config: { access: 'signed-in', scope: 'billing:read', csv: 'Payments' },
    summary: 'List my payments',
    description: 'Newest first, one record for each completed payment.',
    query: BillingQuery,
    response: respondsPage(BillingRecord),
    run: listBilling,
  }),
  route('GET /billing/invoices/:number', {
    config: { access: 'public', raw: true },
    operationId: 'showInvoice',
    summary: 'Show an invoice as a page',
    description:
      'By the `invoice_url` of a billing record; the signature replaces the token. In the language of the buyer, like its PDF.',
    params: InvoiceNumber,
    query: SignedQuery,
    response: describeFile('text/html', 'The invoice.'),
    handler: async ({ ctx, params, query }, reply) => {
      const path = getInvoicePath(params.number)
      const invoice = await openInvoice(ctx, params.number, path, query)
      const wording = await getBuyerLocalizer(ctx, params.number)
      return sendPage({ ctx, query }, reply, path, { statement: createStatement(invoice, wording), wording })
    },
  }),
  route('GET /billing/invoices/:number/pdf', {
    config: { access: 'public', raw: true },
    operationId: 'downloadInvoice',
    summary: 'Download an invoice as a PDF',
    description: 'By the `pdf_url` of a billing record; the signature replaces the token.',
    params: InvoiceNumber,
    query: SignedQuery,
    response: describeFile('application/pdf', 'The invoice.'),
    handler: async ({ ctx, params, query }, reply) => {
      const invoice = await openInvoice(ctx, params.number, `${getInvoicePath(params.number)}/pdf`, query)
      return sendPdf(ctx, reply, { invoice }, await getBuyerLocalizer(ctx, params.number))
    },
  }),
  route('GET /billing/credit-notes', {
    config: { access: 'signed-in', scope: 'billing:read', csv: 'Credit notes' },
    summary: 'List my credit notes',
    description: 'Newest first, one for each refund that has succeeded.',
    query: BillingQuery,
    response: respondsPage(CreditNoteEntry),
    run: listCreditNotes,
  }),
  route('GET /billing/credit-notes/:number', {
    config: { access: 'public', raw: true },
    operationId: 'showCreditNote',
    summary: 'Show a credit note as a page',
    description:
      'By the `credit_note_url` of the list; the signature replaces the token. In the language of the buyer, like its PDF.',
    params: CreditNoteNumber,
    query: SignedQuery,
    response: describeFile('text/html', 'The credit note.'),
    handler: async ({ ctx, params, query }, reply) => {
      const path = getCreditNotePath(params.number)
      const note = await openCreditNote(ctx, params.number, path, query)
      const wording = await getCreditedLocalizer(ctx, params.number)
      return sendPage({ ctx, query }, reply, path, { statement: createCreditStatement(note, wording), wording })
    },
  }),
  route('GET /billing/credit-notes/:number/pdf', {
    config: { access: 'public', raw: true },
    operationId: 'downloadCreditNote',
    summary: 'Download a credit note as a PDF',
    description: 'By the `pdf_url` of the list; the signature replaces the token.',
    params: CreditNoteNumber,
    query: SignedQuery,
    response: describeFile('application/pdf', 'The credit note.'),
    handler: async ({ ctx, params, query }, reply) => {
      const creditNote = await openCreditNote(ctx, params.number, `${getCreditNotePath(params.number)}/pdf`, query)
      return sendPdf(ctx, reply, { creditNote }, await getCreditedLocalizer(ctx, params.number))
    },
  }),
])

/** Sends a document as a page, in the language of the buyer like its PDF; its links expire with the page. */
function sendPage(
  { ctx, query }: { ctx: Context; query: SignedQuery },
  reply: FastifyReply,
  path: string,
  { statement, wording }: { statement: Statement; wording: Localizer },
) {
  const expiresAt = new Date(Number(query.expires) * 1000).toISOString()
  const pdf = `${ctx.config.basePath}${signPath(ctx.config.appSecret, `${path}/pdf`, expiresAt, { key: query.key })}`
  return setContentLanguage(reply, wording)
    .header('Content-Security-Policy', createPolicy(ctx.config.brand))
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(renderStatementPage(createWriter(wording), statement, { base: ctx.config.basePath, pdfUrl: pdf }))
}

async function sendPdf(ctx: Context, reply: FastifyReply, document: PrintedDocument['document'], wording: Localizer) {
  const { number } = 'invoice' in document ? document.invoice : document.creditNote
  return reply
    .header('Content-Disposition', formatContentDisposition('attachment', formatFileName(number, 'pdf')))
    .header('Cache-Control', 'no-store')
    .type('application/pdf')
    .send(await printDocument({ document, logo: ctx.config.documents.logo, wording }, getCaller(ctx)))
}
