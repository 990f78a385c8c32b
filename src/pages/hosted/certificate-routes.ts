/** Pages of the visitor's certificates: the list, one of them with its links, and its document. */

import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import { newShare, renderCertificate, renderCertificates, renderShares } from './certificates.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, renderOperationForm, sendOperationForm } from './operation-forms.ts'
import { toOutcome } from './pages.ts'
import { type CreateVisit, get, getFormField, getId, raw, send, sendListPage, type Visit } from './visit.ts'

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

/** Shows a certificate; `refused` is a link that was refused. */
async function showCertificate(here: Visit, refused?: RefusedForm) {
  const { writer, base } = here.frame
  const id = getId(here.request)
  const [certificate, shares] = await Promise.all([
    get(here, 'GET /certificates/{id}', { id }),
    get(here, 'GET /certificates/{id}/shares', { id }),
  ])
  if (!certificate.ok) return showFailure(here, certificate)
  const form = { button: 'Create a link', anchor: 'links', object: { shows: ['name'] }, refused } as const
  const content = [
    renderCertificate(writer, certificate.data, base),
    shares.ok && renderShares(writer, shares.data, renderOperationForm(here, newShare, form)),
  ]
  return sendListPage(here, { verbatim: certificate.data.title }, content, refused?.status ?? 200)
}

async function share(here: Visit) {
  const shared = await sendOperationForm(here, newShare, { parameters: { id: getId(here.request) } })
  return shared.ok
    ? here.reply.redirect(toOutcome(here.request.url, 'share', 'links'), 303)
    : showCertificate(here, shared)
}

async function withdraw(here: Visit) {
  const parameters = { id: getId(here.request), share_id: Number(getFormField(here.request, 'share_id')) }
  const withdrawn = await send(here, 'DELETE /certificates/{id}/shares/{share_id}', parameters)
  return withdrawn.ok
    ? here.reply.redirect(toOutcome(here.request.url, 'unshared', 'links'), 303)
    : showFailure(here, withdrawn)
}
