/** The page of the visitor's publications. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, renderOperationForm, sendOperationForm } from './operation-forms.ts'
import { renderAlert, toOutcome } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { newPublication, renderPublications } from './publications.ts'
import { type CreateVisit, get, getFormField, raw, send, sendListPage, type Visit } from './visit.ts'

const path = '/app/profile/publications'

export function registerPublicationPages(app: App, visit: CreateVisit, config: Config) {
  app.get(path, { config: raw }, (request, reply) => showPublications(visit(request, reply)))

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = await findResearcher(here)
    if (!id.ok) return showFailure(here, id)
    const researcher = { id: String(id.data.researcher_id) }
    if (getFormField(request, 'act') === 'delete') {
      const parameters = { ...researcher, publication_id: Number(getFormField(request, 'id')) }
      const deleted = await send(here, 'DELETE /researchers/{id}/publications/{publication_id}', parameters)
      return deleted.ok
        ? reply.redirect(toOutcome(`${config.basePath}${path}`, 'deleted'), 303)
        : showFailure(here, deleted)
    }
    const sent = await sendOperationForm(here, newPublication, { parameters: researcher })
    return sent.ok
      ? reply.redirect(toOutcome(`${config.basePath}${path}`, 'publication'), 303)
      : showPublications(here, sent)
  })
}

const findResearcher = (here: Visit) => get(here, 'GET /auth/me')

async function showPublications(here: Visit, refused?: RefusedForm) {
  const { writer, base } = here.frame
  const { write } = writer
  const me = await findResearcher(here)
  if (!me.ok) return showFailure(here, me)
  const back = html`<p><a href="${base}/app/profile">${write('My profile')}</a></p>`
  const { researcher_id } = me.data
  if (researcher_id === null)
    return sendListPage(here, 'My publications', [
      back,
      renderAlert({ message: write('Become a researcher to list your publications.'), errors: {} }),
    ])
  const page = readPage(here.request)
  const list = await get(here, 'GET /researchers/{id}/publications', { id: researcher_id, page })
  if (!list.ok) return showFailure(here, list)
  return sendListPage(
    here,
    'My publications',
    [
      back,
      renderPublications(writer, list.data, true),
      renderPages(writer, { page, lastPage: list.meta.last_page }),
      html`<section class="card" id="add"><h2>${write('Add a publication')}</h2>
${renderOperationForm(here, newPublication, { button: 'Add', anchor: 'add', refused })}</section>`,
    ],
    refused?.status ?? 200,
  )
}
