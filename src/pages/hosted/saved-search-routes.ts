/** Pages of the searches that the visitor has saved. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { showFailure } from './object-routes.ts'
import { sendOperationForm } from './operation-forms.ts'
import { type Outcome, toOutcome } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { mailFrequency, newSearch, renderMatches, renderSavedSearches } from './saved-searches.ts'
import { type CreateVisit, get, getFormField, getId, raw, send, sendListPage, type Visit } from './visit.ts'

const list = '/app/saved-searches'

export function registerSavedSearchPages(app: App, visit: CreateVisit, config: Config) {
  app.get(list, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer, base } = here.frame
    const page = readPage(request)
    const searches = await get(here, 'GET /saved-searches', { page })
    if (!searches.ok) return showFailure(here, searches)
    return sendListPage(here, 'Saved searches', [
      html`<p><a href="${base}/app/jobs">${writer.write('Jobs')}</a></p>`,
      renderSavedSearches(here, searches.data),
      renderPages(writer, { page, lastPage: searches.meta.last_page }),
    ])
  })

  app.get(`${list}/:id`, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer, base } = here.frame
    const page = readPage(request)
    const matches = await get(here, 'GET /saved-searches/{id}/matches', { id: getId(request), page })
    if (!matches.ok) return showFailure(here, matches)
    return sendListPage(here, 'What the search has found', [
      html`<p><a href="${base}${list}">${writer.write('Saved searches')}</a></p>`,
      renderMatches(writer, matches.data, base),
      renderPages(writer, { page, lastPage: matches.meta.last_page }),
    ])
  })

  app.post(list, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const answer = await saveSearch(here)
    if (!answer.ok) return showFailure(here, answer)
    const done = outcomeByAct[getFormField(request, 'act')] ?? 'search'
    return reply.redirect(toOutcome(`${config.basePath}${list}`, done), 303)
  })
}

const outcomeByAct: Readonly<Record<string, Outcome>> = { delete: 'deleted', change: 'saved' }

function saveSearch(here: Visit) {
  const read = (name: string) => getFormField(here.request, name)
  const id = Number(read('id'))
  if (read('act') === 'delete') return send(here, 'DELETE /saved-searches/{id}', { id })
  if (read('act') === 'change') return sendOperationForm(here, mailFrequency, { parameters: { id } })
  return sendOperationForm(here, newSearch, { parameters: {}, further: { kind: 'job_posts' } })
}
