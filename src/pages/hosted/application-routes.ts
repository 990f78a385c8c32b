/** Pages of applications for jobs: the list of the visitor, that of a post, and one of them. */

import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import { acceptFiles } from '#http/forms.ts'
import type { App } from '#http/routes.ts'
import type { Company, User } from '../contract.ts'
import { registerApplicants } from './applicant-routes.ts'
import {
  applicationStates,
  renderApplication,
  renderApplications,
  renderMessages,
  renderNextInterviews,
  renderStates,
  renderWithdrawal,
} from './applications.ts'
import { type Refused, sendMessage } from './message-form.ts'
import { getAll, showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { renderManagedPosts, renderManagement } from './recruiting.ts'
import { registerSlotPages } from './slot-routes.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getQueryValue,
  raw,
  readFields,
  send,
  sendListPage,
  type Visit,
} from './visit.ts'

export function registerApplicationPages(app: App, visit: CreateVisit, config: Config) {
  registerMyApplications(app, visit, config)
  void app.register(async (scope: App) => {
    await acceptFiles(scope)
    registerApplication(scope, visit, config)
  })
  registerApplicants(app, visit)
  registerSlotPages(app, visit, config)
  registerManagedPosts(app, visit, config)
}

function registerMyApplications(app: App, visit: CreateVisit, { basePath: base, timezone: zone }: Config) {
  app.get('/app/applications', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const chosen = getQueryValue(request, 'status')
    const filters = applicationStates.includes(chosen) ? { status: chosen } : {}
    const [me, applications, interviews] = await Promise.all([
      get(here, 'GET /auth/me'),
      get(here, 'GET /job-applications', { ...filters, page }),
      get(here, 'GET /interviews', { upcoming: true, limit: 5 }),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!applications.ok) return showFailure(here, applications)
    const timezone = me.data.timezone ?? zone
    return sendListPage(here, 'My applications', [
      interviews.ok && renderNextInterviews(writer, interviews.data, { base, timezone }),
      renderStates(writer, filters.status ?? ''),
      html`<section>${renderApplications(writer, { applications: applications.data, base }, 'post')}</section>`,
      renderPages(writer, { page, lastPage: applications.meta.last_page, filters }),
    ])
  })

  // Notifications lead to this path, which is that of the API.
  app.get('/app/job-applications', { config: raw }, (_, reply) => reply.redirect(`${base}/app/applications`, 303))
}

/** The names of fields of the page, which show their messages themselves. */
const ownFields = ['body', 'file', 'text', 'status', 'letter']

/** Shows an application; `refused` is a form that was sent. */
async function showApplication(here: Visit, { timezone: zone }: Config, refused?: Refused) {
  const { writer, base } = here.frame
  const id = getId(here.request)
  const page = readPage(here.request)
  const [me, application, interviews, messages, notes] = await Promise.all([
    get(here, 'GET /auth/me'),
    get(here, 'GET /job-applications/{id}', { id }),
    getAll(here, 'GET /interviews', { upcoming: true }),
    get(here, 'GET /job-applications/{id}/messages', { id, page }),
    get(here, 'GET /job-applications/{id}/notes', { id }),
  ])
  if (!me.ok) return showFailure(here, me)
  if (!application.ok) return showFailure(here, application)
  if (!interviews.ok) return showFailure(here, interviews)
  const own = interviews.data.filter(({ application_id }) => application_id === application.data.id)
  const isApplicant = application.data.user_id === me.data.id
  const timezone = me.data.timezone ?? zone
  const state = { writer, values: refused?.values ?? {}, errors: refused?.failure.errors ?? {} }
  const isShown = Object.keys(state.errors).some((name) => ownFields.includes(name))
  const content = [
    refused !== undefined && !isShown && renderAlert(refused.failure),
    renderApplication(writer, application.data, { interviews: own, timezone, mayAnswer: isApplicant, base }),
    messages.ok && !application.data.pending && renderMessages(state, { messages: messages.data, timezone }),
    messages.ok && renderPages(writer, { page, lastPage: messages.meta.last_page }),
    notes.ok && renderManagement(state, { application: application.data, notes: notes.data, timezone }),
    isApplicant && renderWithdrawal(writer),
  ]
  return sendListPage(here, 'Application', content, refused?.failure.status ?? 200)
}

function registerApplication(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/job-applications/:id', { config: raw }, (request, reply) =>
    showApplication(visit(request, reply), config),
  )

  app.post('/app/job-applications/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const hasFile = request.isMultipart()
    if (hasFile) return sendMessage(here, (refused) => showApplication(here, config, refused))
    const act = getFormField(request, 'act')
    if (act === 'withdraw') return withdraw(here)
    const sent = forms[act]
    if (sent !== undefined) return sendAct(here, config, sent)
    const id = Number(getFormField(request, 'interview_id'))
    const body = { answer: getFormField(request, 'answer') }
    const answer = await send(here, 'POST /interviews/{id}/answer', { id }, body)
    return answer.ok ? reply.redirect(request.url, 303) : showFailure(here, answer)
  })
}

async function withdraw(here: Visit) {
  const withdrawn = await send(here, 'DELETE /job-applications/{id}', { id: getId(here.request) })
  if (!withdrawn.ok) return showFailure(here, withdrawn)
  return here.reply.redirect(`${here.frame.base}/app/applications`, 303)
}

interface SentForm {
  operation:
    | 'POST /job-applications/{id}/messages'
    | 'POST /job-applications/{id}/notes'
    | 'PUT /job-applications/{id}/status'
    | 'POST /job-applications/{id}/slot-invitation'
  fields: readonly string[]
  /** Where the page goes on. */
  anchor: string
}

/** The forms of an application, by their act. */
const forms: Readonly<Record<string, SentForm>> = {
  message: { operation: 'POST /job-applications/{id}/messages', fields: ['body'], anchor: 'messages' },
  note: { operation: 'POST /job-applications/{id}/notes', fields: ['text'], anchor: 'notes' },
  status: { operation: 'PUT /job-applications/{id}/status', fields: ['status', 'letter'], anchor: 'decision' },
  slots: { operation: 'POST /job-applications/{id}/slot-invitation', fields: [], anchor: '' },
}

async function sendAct(here: Visit, config: Config, { operation, fields, anchor }: SentForm) {
  const values = readFields(here.request, fields)
  const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const sent = await send(here, operation, { id: getId(here.request) }, body)
  if (sent.ok) return here.reply.redirect(`${here.request.url}#${anchor}`, 303)
  return sent.status === 401 ? showFailure(here, sent) : showApplication(here, config, { values, failure: sent })
}

/** Renders the job posts of a company that others published; null if there are none. */
async function renderPostsOfColleagues(here: Visit, me: User, { id, name }: Company): Promise<Html | null> {
  const { writer, base } = here.frame
  const posts = await getAll(here, 'GET /job-posts', { company_id: id })
  const others = posts.ok ? posts.data.filter(({ recruiter }) => recruiter.id !== me.id) : []
  return others.length === 0
    ? null
    : html`<section><h2><bdi>${name}</bdi></h2>
${renderManagedPosts(writer, others, base)}</section>`
}

/** The job posts of the visitor, and those of colleagues in each company for which the visitor recruits. */
function registerManagedPosts(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/my-job-posts', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const [me, posts, companies] = await Promise.all([
      get(here, 'GET /auth/me'),
      get(here, 'GET /job-posts', { mine: true, page }),
      getAll(here, 'GET /companies', { mine: true }),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!posts.ok) return showFailure(here, posts)
    if (!companies.ok) return showFailure(here, companies)
    const recruitedFor = companies.data.filter(({ my_role: role }) => role !== 'interviewer')
    const content = [
      renderManagedPosts(writer, posts.data, base),
      renderPages(writer, { page, lastPage: posts.meta.last_page }),
      await Promise.all(recruitedFor.map((company) => renderPostsOfColleagues(here, me.data, company))),
    ]
    return sendListPage(here, 'My job posts', content)
  })
}
