/** The page of a request to be kept in a talent pool, to which its notification leads. */

import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Company } from '../contract.ts'
import { getAll, showFailure } from './object-routes.ts'
import { type RefusedForm, sendOperationForm } from './operation-forms.ts'
import { toOutcome } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { extension, renderConsents, renderEntries, renderKeptEntry, renderRequest } from './pool.ts'
import { type CreateVisit, get, getFormField, getId, raw, send, sendListPage, sendPage, type Visit } from './visit.ts'

const path = '/app/talent-pool/:id'

/** The people whom the visitor and the visitor's companies keep, to which the notification of a refusal leads, and who keeps the visitor. */
function registerPoolList(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/talent-pool', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const [entries, companies, consents] = await Promise.all([
      get(here, 'GET /talent-pool', { page }),
      getAll(here, 'GET /companies', { mine: true }),
      getAll(here, 'GET /talent-pool/consents', {}),
    ])
    if (!entries.ok) return showFailure(here, entries)
    if (!companies.ok) return showFailure(here, companies)
    if (!consents.ok) return showFailure(here, consents)
    return sendListPage(here, 'Talent pool', [
      renderEntries(writer, entries.data, base),
      renderPages(writer, { page, lastPage: entries.meta.last_page }),
      await renderPools(here, companies.data),
      consents.data.length > 0 && renderConsents(writer, consents.data, base),
    ])
  })
}

/** Renders the pools of the companies for which the visitor recruits. */
async function renderPools(here: Visit, companies: readonly Company[]): Promise<Html[]> {
  const { writer, base } = here.frame
  const pools: Html[] = []
  for (const { id, name, my_role: role } of companies) {
    const shared = role === 'interviewer' ? null : await getAll(here, 'GET /talent-pool', { company_id: id })
    if (shared?.ok === true)
      pools.push(html`<section><h2><bdi>${name}</bdi></h2>
${renderEntries(writer, shared.data, base)}</section>`)
  }
  return pools
}

/** Shows the request to its person, and the entry to those who keep it. */
async function showEntry(here: Visit, refused?: RefusedForm) {
  const id = getId(here.request)
  const [me, entry] = await Promise.all([get(here, 'GET /auth/me'), get(here, 'GET /talent-pool/{id}', { id })])
  if (!me.ok) return showFailure(here, me)
  if (!entry.ok) return showFailure(here, entry)
  const isPerson = entry.data.user_id === me.data.id
  const content = isPerson ? renderRequest(here.frame.writer, entry.data) : renderKeptEntry(here, entry.data, refused)
  return sendPage(here, 'Talent pool', content, refused?.status ?? 200)
}

/** Asks the person to stay until noon in UTC, which is on the same day in almost all zones. */
async function askForLonger(here: Visit, day: string) {
  const further = { consent_until: `${day}T12:00:00.000Z` }
  const asked = await sendOperationForm(here, extension, { parameters: { id: getId(here.request) }, further })
  return asked.ok ? here.reply.redirect(toOutcome(here.request.url, 'asked'), 303) : showEntry(here, asked)
}

export function registerPoolPages(app: App, visit: CreateVisit, config: Config) {
  registerPoolList(app, visit, config)
  app.get(path, { config: raw }, (request, reply) => showEntry(visit(request, reply)))

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const day = getFormField(request, 'consent_until')
    if (day !== '') return askForLonger(here, day)
    const id = getId(request)
    const answer = getFormField(request, 'answer')
    const end = getFormField(request, 'requested_until')
    const body = { answer, ...(end === '' ? {} : { requested_until: end }) }
    const answered = await send(here, 'POST /talent-pool/{id}/answer', { id }, body)
    if (!answered.ok) return showFailure(here, answered)
    if (answer !== 'declined') return reply.redirect(toOutcome(request.url, 'answered'), 303)
    const { write } = here.frame.writer
    return sendPage(here, 'Talent pool', html`<p role="status">${write('You are not in this talent pool.')}</p>`)
  })
}
