/** Pages of the visitor's certificates: the list, one of them with its links, and its document. */

import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import type { Failure } from './api.ts'
import { renderCertificate, renderCertificates, renderShares, shownParts } from './certificates.ts'
import { renderFormAlert } from './fields.ts'
import { showFailure } from './object-routes.ts'
import { type CreateVisit, get, getFormField, getId, raw, readFields, send, sendListPage, type Visit } from './visit.ts'

const shareFields = ['purpose', 'expires_at', ...shownParts.map((part) => `shows_${part}`)]

export function registerCertificatePages(app: App, visit: CreateVisit, config: Config) {
  const { basePath: base } = config
  app.get('/app/certificates', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const certificates = await get(here, 'GET /certificates')
    if (!certificates.ok) return showFailure(here, certificates)
    return sendListPage(here, 'My certificates', renderCertificates(here.frame.writer, certificates.data, base))
  })

  app.get('/app/certificates/:id', { config: raw }, (request, reply) => showCertificate(visit(request, reply)))

  app.get('/app/certificates/:id/pdf', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const file = await here.fetchFile('GET /certificates/{id}/download', { id: getId(request) })
    return file.ok ? reply.headers(file.headers).send(file.content) : showFailure(here, file)
  })

  app.post('/app/certificates/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    return getFormField(request, 'act') === 'withdraw' ? withdraw(here) : share(here)
  })
}

/** Shows a certificate; `entered` is a link that was refused. */
async function showCertificate(here: Visit, entered?: { values: Record<string, string>; failure: Failure }) {
  const { writer, base } = here.frame
  const id = getId(here.request)
  const [certificate, shares] = await Promise.all([
    get(here, 'GET /certificates/{id}', { id }),
    get(here, 'GET /certificates/{id}/shares', { id }),
  ])
  if (!certificate.ok) return showFailure(here, certificate)
  const state = { writer, values: entered?.values ?? { shows_name: 'true' }, errors: entered?.failure.errors ?? {} }
  const content = [
    entered && renderFormAlert(entered.failure, shareFields),
    renderCertificate(writer, certificate.data, base),
    shares.ok && renderShares(state, shares.data),
  ]
  return sendListPage(here, { verbatim: certificate.data.title }, content, entered?.failure.status ?? 200)
}

async function share(here: Visit) {
  const values = readFields(here.request, shareFields)
  const { purpose = '', expires_at: day = '' } = values
  const body = {
    purpose,
    shows: shownParts.filter((part) => values[`shows_${part}`] === 'true'),
    // A link works until the end of its last day.
    expires_at: day === '' ? null : `${day}T23:59:59Z`,
  }
  const shared = await send(here, 'POST /certificates/{id}/share', { id: getId(here.request) }, body)
  if (shared.ok) return here.reply.redirect(`${here.request.url}#links`, 303)
  return shared.status === 422 ? showCertificate(here, { values, failure: shared }) : showFailure(here, shared)
}

async function withdraw(here: Visit) {
  const parameters = { id: getId(here.request), share_id: Number(getFormField(here.request, 'share_id')) }
  const withdrawn = await send(here, 'DELETE /certificates/{id}/shares/{share_id}', parameters)
  return withdrawn.ok ? here.reply.redirect(`${here.request.url}#links`, 303) : showFailure(here, withdrawn)
}
