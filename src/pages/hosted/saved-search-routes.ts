/** Pages of the searches that the visitor has saved. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { showFailure } from './object-routes.ts'
import { readPage, renderPages } from './paging.ts'
import { renderMatches, renderSavedSearches } from './saved-searches.ts'
import { type CreateVisit, get, getFormField, getId, raw, readFields, send, sendListPage, type Visit } from './visit.ts'

const list = '/app/saved-searches'
/** The filters that a list of jobs and a saved search share. */
const filterNames = ['location', 'skill', 'employment_type', 'experience_level', 'min_salary', 'remote'] as const

/** Returns the filters of a list of jobs as a saved search takes them. */
function buildFilters(here: Visit) {
  const entered = Object.entries(readFields(here.request, filterNames)).filter(([, value]) => value !== '')
  return Object.fromEntries(
    entered.map(([name, value]) => {
      if (name === 'remote') return [name, value === 'true']
      return [name, name === 'min_salary' ? Number(value) : value]
    }),
  )
}

export function registerSavedSearchPages(app: App, visit: CreateVisit, config: Config) {
  app.get(list, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer, base } = here.frame
    const page = readPage(request)
    const searches = await get(here, 'GET /saved-searches', { page })
    if (!searches.ok) return showFailure(here, searches)
    return sendListPage(here, 'Saved searches', [
      html`<p><a href="${base}/app/jobs">${writer.write('Jobs')}</a></p>`,
      renderSavedSearches(writer, searches.data, base),
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
    return answer.ok ? reply.redirect(`${config.basePath}${list}`, 303) : showFailure(here, answer)
  })
}

function saveSearch(here: Visit) {
  const read = (name: string) => getFormField(here.request, name)
  const id = Number(read('id'))
  if (read('act') === 'delete') return send(here, 'DELETE /saved-searches/{id}', { id })
  if (read('act') === 'change') return send(here, 'PUT /saved-searches/{id}', { id }, { frequency: read('frequency') })
  const body = { kind: 'job_posts', query: read('search'), filters: buildFilters(here) }
  return send(here, 'POST /saved-searches', {}, body)
}
