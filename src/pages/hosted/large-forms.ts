/** Who sends a large form is known before it is read. */

import type { FastifyRequest } from 'fastify'
import type { App } from '#http/routes.ts'
import { maxFormBytes } from '#http/url-encoded-forms.ts'
import { endUpload } from './end-upload.ts'
import { showFailure } from './object-routes.ts'
import { type CreateVisit, get } from './visit.ts'

/**
 * Returns whether the form has more than 64 kB or does not say how much. Where a page takes no such form, the parser refuses it. A form with files
 * is read by `receiveUpload`, which asks first.
 */
function isLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const isMultipart = headers['content-type']?.startsWith('multipart/') === true
  if (isMultipart || (routeOptions.bodyLimit ?? 0) <= maxFormBytes) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxFormBytes
}

/** Leads a visitor who is not signed in to the sign-in instead of reading a large form. */
export function refuseLargeAnonymousForms(app: App, visit: CreateVisit): void {
  app.addHook('preParsing', async (request, reply) => {
    if (!isLarge(request)) return undefined
    const here = visit(request, reply)
    const me = await get(here, 'GET /auth/me')
    if (me.ok) return undefined
    await endUpload(here)
    return showFailure(here, me)
  })
}
