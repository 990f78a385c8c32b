/** The page of a researcher, to which notifications and searches lead. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { showFailure } from './object-routes.ts'
import { toOutcome } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { listPictureSources } from './picture-sources.ts'
import { renderPublications } from './publications.ts'
import { renderResearcherPage, renderTeamMembership } from './researchers.ts'
import { type CreateVisit, get, getFormField, getId, raw, send, sendMediaPage } from './visit.ts'

const path = '/app/researchers/details/:id'

export function registerResearcherPages(app: App, visit: CreateVisit, config: Config) {
  app.get(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer, base } = here.frame
    const id = getId(request)
    const page = readPage(request)
    const [me, researcher, publications, team] = await Promise.all([
      get(here, 'GET /auth/me'),
      get(here, 'GET /researchers/details/{id}', { id }),
      get(here, 'GET /researchers/{id}/publications', { id, page }),
      get(here, 'GET /researchers/{id}/team', { id }),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!researcher.ok) return showFailure(here, researcher)
    const mine = team.ok ? team.data.find(({ user }) => user.id === me.data.id) : undefined
    const content = [
      mine && renderTeamMembership(writer, mine),
      renderResearcherPage(writer, researcher.data, base),
      publications.ok &&
        publications.data.length > 0 &&
        html`<section><h2>${writer.write('Publications')}</h2>${renderPublications(writer, publications.data, false)}
${renderPages(writer, { page, lastPage: publications.meta.last_page })}</section>`,
    ]
    const sources = listPictureSources(config)
    return sendMediaPage(here, { heading: { verbatim: researcher.data.user.name }, content, sources })
  })

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const member = { id: getId(request), member_id: Number(getFormField(request, 'member_id')) }
    const accepts = getFormField(request, 'answer') === 'accept'
    const answer = accepts
      ? await send(here, 'POST /researchers/{id}/team/{member_id}/accept', member)
      : await send(here, 'DELETE /researchers/{id}/team/{member_id}', member)
    return answer.ok ? reply.redirect(toOutcome(request.url, 'answered'), 303) : showFailure(here, answer)
  })
}
