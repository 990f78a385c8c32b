/** The page of the visitor's publications. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Failure } from './api.ts'
import { renderFormAlert } from './fields.ts'
import { showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { buildPublication, publicationFields, renderNewPublication, renderPublications } from './publications.ts'
import { type CreateVisit, get, getFormField, raw, readFields, send, sendListPage, type Visit } from './visit.ts'

const path = '/app/profile/publications'

export function registerPublicationPages(app: App, visit: CreateVisit, config: Config) {
  app.get(path, { config: raw }, (request, reply) => showPublications(visit(request, reply)))

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = await findResearcher(here)
    if (!id.ok) return showFailure(here, id)
    const researcher = { id: String(id.data.researcher_id) }
    const values = readFields(request, publicationFields)
    const answer =
      getFormField(request, 'act') === 'delete'
        ? await send(here, 'DELETE /researchers/{id}/publications/{publication_id}', {
            ...researcher,
            publication_id: Number(getFormField(request, 'id')),
          })
        : await send(here, 'POST /researchers/{id}/publications', researcher, buildPublication(values))
    if (answer.ok) return reply.redirect(`${config.basePath}${path}`, 303)
    return answer.status === 422 ? showPublications(here, { values, failure: answer }) : showFailure(here, answer)
  })
}

const findResearcher = (here: Visit) => get(here, 'GET /auth/me')

async function showPublications(here: Visit, refused?: { values: Record<string, string>; failure: Failure }) {
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
  const state = { writer, values: refused?.values ?? {}, errors: refused?.failure.errors ?? {} }
  return sendListPage(
    here,
    'My publications',
    [
      back,
      renderPublications(writer, list.data, true),
      renderPages(writer, { page, lastPage: list.meta.last_page }),
      refused && renderFormAlert(refused.failure, publicationFields),
      renderNewPublication(state),
    ],
    refused?.failure.status ?? 200,
  )
}
