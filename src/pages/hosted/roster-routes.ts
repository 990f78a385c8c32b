/** Pages where the author of an exam or a course says who may take it. */

import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { RosterVerdict } from '../contract.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, renderOperationForm, sendOperationForm } from './operation-forms.ts'
import { toOutcome } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { listAddresses, newEntries, renderRoster, renderVerdicts } from './rosters.ts'
import { type CreateVisit, get, getFormField, getId, raw, send, sendListPage, type Visit } from './visit.ts'

type Kind = 'exams' | 'courses'

/** The maximum size of a form with addresses in bytes: 60,000 characters, some of them escaped. */
const maxRosterBytes = 256 * 1024

/** What came of the form. */
interface Outcome {
  verdicts?: readonly RosterVerdict[]
  refused?: RefusedForm
}

export function registerRosterPages(app: App, visit: CreateVisit) {
  for (const kind of ['exams', 'courses'] as const) {
    app.get(`/app/${kind}/:id/roster`, { config: raw }, (request, reply) => showRoster(visit(request, reply), kind))
    app.post(`/app/${kind}/:id/roster`, { config: raw, bodyLimit: maxRosterBytes }, async (request, reply) => {
      const here = visit(request, reply)
      return getFormField(request, 'action') === 'remove' ? removeEntry(here, kind) : addPeople(here, kind)
    })
  }
}

async function addPeople(here: Visit, kind: Kind) {
  const further = { emails: listAddresses(getFormField(here.request, 'emails')) }
  const added = await sendOperationForm(here, newEntries[kind], { parameters: { id: getId(here.request) }, further })
  return showRoster(here, kind, added.ok ? { verdicts: added.data } : { refused: added })
}

async function removeEntry(here: Visit, kind: Kind) {
  const { request, reply, frame } = here
  const parameters = { id: getId(request), entry_id: getFormField(request, 'entry_id') }
  const removed = await send(here, `DELETE /${kind}/{id}/roster`, parameters)
  // An entry that is gone was taken off before.
  if (!removed.ok && removed.status !== 404) return showFailure(here, removed)
  return reply.redirect(toOutcome(`${frame.base}${frame.path}`, 'deleted'), 303)
}

async function showRoster(here: Visit, kind: Kind, { verdicts, refused }: Outcome = {}) {
  const { request, frame } = here
  const { writer, base } = frame
  const id = getId(request)
  const page = readPage(request)
  const [object, roster] = await Promise.all([
    get(here, `GET /${kind}/{id}`, { id }),
    get(here, `GET /${kind}/{id}/roster`, { id, page }),
  ])
  if (!object.ok) return showFailure(here, object)
  if (!roster.ok) return showFailure(here, roster)
  const content = [
    html`<p><a href="${base}/app/${kind}/${id}"><bdi>${object.data.title}</bdi></a></p>
<p class="soft">${writer.write('While it is for invited people, it exists only for its author, administrators and the people on this list.')}</p>`,
    verdicts !== undefined && renderVerdicts(writer, verdicts),
    html`<section class="card">${renderOperationForm(here, newEntries[kind], { button: 'Put on the roster', hidden: { action: 'add' }, refused })}</section>`,
    html`<section>${renderRoster(writer, roster.data)}</section>`,
    renderPages(writer, { page, lastPage: roster.meta.last_page }),
  ]
  return sendListPage(here, 'Roster', content, refused?.status ?? 200)
}
