/** The page of the applicants of a job post, to which those who manage or review it come by a notification. */

import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { BulkResult, JobPost } from '../contract.ts'
import type { Choice } from '../modules/form-values.ts'
import {
  type BulkOutcome,
  buildBulkAction,
  bulkAction,
  renderApplicants,
  renderOutcome,
  renderUndone,
} from './applicants.ts'
import { applicationStates, renderStates } from './applications.ts'
import { getAll, showFailure } from './object-routes.ts'
import { type RefusedForm, renderRefusedAct, sendOperationForm } from './operation-forms.ts'
import { readPage, renderPages } from './paging.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getQueryValue,
  raw,
  send,
  sendListPage,
  type Visit,
} from './visit.ts'

/** What the page says of a form that was sent. */
interface BulkFormState {
  outcome?: BulkOutcome
  refused?: RefusedForm
}

/** Returns what the address says of a form that was sent before. */
function readOutcome({ request }: Visit): BulkOutcome | undefined {
  const done = Number(getQueryValue(request, 'done'))
  const bulkId = Number(getQueryValue(request, 'undo'))
  return Number.isInteger(done) && done > 0
    ? { done, bulkId: Number.isInteger(bulkId) && bulkId > 0 ? bulkId : null, refusals: [] }
    : undefined
}

/** Returns the message templates of the visitor, and those of the company of a post. */
async function listTemplates(here: Visit, { company_id }: JobPost): Promise<Choice[]> {
  const owners = [{}, ...(company_id === null ? [] : [{ company_id }])]
  const lists = await Promise.all(owners.map((owner) => getAll(here, 'GET /message-templates', owner)))
  return lists.flatMap((list) => (list.ok ? list.data.map(({ id, name }) => ({ value: String(id), text: name })) : []))
}

async function showApplicants(here: Visit, { outcome = readOutcome(here), refused }: BulkFormState = {}) {
  const { request, frame } = here
  const { writer, base } = frame
  const page = readPage(request)
  const chosen = getQueryValue(request, 'status')
  const filters = applicationStates.includes(chosen) ? { status: chosen } : {}
  const id = getId(request)
  const [post, applicants] = await Promise.all([
    get(here, 'GET /job-posts/{id}', { id }),
    get(here, 'GET /job-posts/{id}/applicants', { id, ...filters, page }),
  ])
  if (!post.ok) return showFailure(here, post)
  if (!applicants.ok) return showFailure(here, applicants)
  const canManage = post.data.applicants_count !== undefined
  const templates = canManage ? await listTemplates(here, post.data) : []
  const undone = Number(getQueryValue(request, 'undone') || Number.NaN)
  const address = `${base}/app/job-posts/${id}`
  const content = [
    html`<p class="lede"><a href="${address}"><bdi>${post.data.title}</bdi></a>${canManage && html` · <a href="${address}/slots">${writer.write('Times for interviews')}</a>`}</p>`,
    renderRefusedAct(refused),
    outcome !== undefined && renderOutcome(writer, outcome),
    Number.isInteger(undone) && renderUndone(writer, undone),
    renderStates(writer, filters.status ?? ''),
    renderApplicants(here, { applications: applicants.data, canManage, templates, refused }),
    renderPages(writer, { page, lastPage: applicants.meta.last_page, filters }),
  ]
  return sendListPage(here, 'Applicants', content, refused?.status ?? 200)
}

/** Returns the values of the boxes of the form that are ticked. */
function readChosen({ body }: Visit['request']): number[] {
  const input: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'application_ids') : undefined
  return [input ?? []].flat().flatMap((id) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : []))
}

export function registerApplicants(app: App, visit: CreateVisit) {
  const path = '/app/job-posts/:id/applicants'
  app.get(path, { config: raw }, (request, reply) => showApplicants(visit(request, reply)))

  app.post(path, { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const bulkId = getFormField(request, 'bulk_id')
    return bulkId === '' ? act(here) : undo(here, Number(bulkId))
  })
}

const getAddress = ({ frame, request }: Visit) => `${frame.base}/app/job-posts/${getId(request)}/applicants`

async function act(here: Visit) {
  const words = getFormField(here.request, 'body')
  const further = {
    application_ids: readChosen(here.request),
    ...buildBulkAction(getFormField(here.request, 'action'), words),
  }
  const sent = await sendOperationForm(here, bulkAction, { parameters: { id: getId(here.request) }, further })
  if (!sent.ok) return showApplicants(here, { refused: toShown(sent) })
  const { id: bulkId, results } = sent.data
  const refused = results.filter(({ message }) => message !== '')
  const done = results.length - refused.length
  const undo = bulkId === null ? {} : { undo: String(bulkId) }
  if (refused.length === 0)
    return here.reply.redirect(`${getAddress(here)}?${new URLSearchParams({ done: String(done), ...undo })}`, 303)
  const refusals = await Promise.all(refused.map((one) => nameRefusal(here, one)))
  return showApplicants(here, { outcome: { done, bulkId, refusals } })
}

async function nameRefusal(here: Visit, { application_id, message }: BulkResult['results'][number]) {
  const application = await get(here, 'GET /job-applications/{id}', { id: application_id })
  return { name: application.ok ? application.data.name : String(application_id), message }
}

/** The words of the form are a letter or the body of a message to the API, and its action may be a state. */
function toShown(refused: RefusedForm): RefusedForm {
  const { letter, status, ...errors } = refused.errors
  return { ...refused, errors: { ...errors, ...(letter && { body: letter }), ...(status && { action: status }) } }
}

async function undo(here: Visit, bulkId: number) {
  const parameters = { id: getId(here.request), bulk_id: bulkId }
  const undone = await send(here, 'POST /job-posts/{id}/applicants/bulk/{bulk_id}/undo', parameters, {})
  if (!undone.ok) return showApplicants(here, { refused: undone })
  const count = undone.data.results.filter(({ verdict }) => verdict === 'undone').length
  return here.reply.redirect(`${getAddress(here)}?undone=${count}`, 303)
}
