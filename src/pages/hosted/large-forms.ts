/** Who sends a large form is known before it is read. */

import type { App } from '#http/routes.ts'
import { maxFormBytes } from '#http/url-encoded-forms.ts'
import { showFailure } from './object-routes.ts'
import { endUpload } from './uploads.ts'
import { type CreateVisit, get } from './visit.ts'

/** Leads a visitor who sends more than 64 kB, or does not say how much, to the sign-in instead of reading the form. */
export function refuseLargeAnonymousForms(app: App, visit: CreateVisit): void {
  app.addHook('preParsing', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && Number(length ?? 0) <= maxFormBytes) return undefined
    const here = visit(request, reply)
    const me = await get(here, '/auth/me')
    if (me.ok) return undefined
    await endUpload(here)
    return showFailure(here, me)
  })
}
