/** Other sites may link to the pages, but not send forms to them, nor open what changes something. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { getRequestSite } from '#http/request-site.ts'
import type { App } from '#http/routes.ts'
import { endUpload } from './end-upload.ts'
import { type CreateVisit, sendPage, type Visit } from './visit.ts'

const reading = ['GET', 'HEAD', 'OPTIONS']

/** What says nothing of where it comes from is refused as well: every browser that sends forms says `Origin` or `Referer`. */
export const isForeign = ({ headers }: FastifyRequest, config: Config): boolean =>
  getRequestSite(headers, config) !== 'own'

export const sendForeign = (here: Visit) =>
  sendPage(
    here,
    'This form was not accepted',
    html`<p>${here.frame.writer.write('This form was sent from another site. Open the page again and send it from there.')}</p>`,
    403,
  )

/** Refuses, on all routes of the scope and before a body is read, requests of other sites that are more than a read. */
export function refuseForeignForms(scope: App, visit: CreateVisit, config: Config): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (reading.includes(request.method) || !isForeign(request, config)) return
    const here = visit(request, reply)
    if (request.headers['content-type']?.startsWith('multipart/')) await endUpload(here)
    return sendForeign(here)
  })
}
