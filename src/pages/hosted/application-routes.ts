/** Pages of applications for jobs: the list of the visitor, that of a post, and one of them. */

import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import { acceptFiles } from '#http/forms.ts'
import type { App } from '#http/routes.ts'
import type { Company, User } from '../contract.ts'
import { registerApplicants } from './applicant-routes.ts'
import { decision, newNote, renderManagedPosts, renderManagement } from './application-management.ts'
import {
  applicationStates,
  newMessage,
  renderApplication,
  renderApplications,
  renderMessages,
  renderNextInterviews,
  renderStates,
  renderWithdrawal,
} from './applications.ts'
import { renderMessageForm, sendMessage } from './message-form.ts'
import { getAll, showFailure } from './object-routes.ts'
import { type RefusedForm, renderRefusedAct, sendOperationForm } from './operation-forms.ts'
import { type Outcome, toOutcome } from './pages.ts'
import { readPage, renderPages } from './paging.ts'
import { listPictureSources } from './picture-sources.ts'
import { registerResumePages } from './resume-routes.ts'
import { registerSlotPages } from './slot-routes.ts'
import { renderMatch, renderScorecards, renderSubmitted } from './submitted-application.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getQueryValue,
  raw,
  send,
  sendListPage,
  sendMediaPage,
  type Visit,
} from './visit.ts'

export function registerApplicationPages(app: App, visit: CreateVisit, config: Config) {
  registerMyApplications(app, visit, config)
  void app.register(async (scope: App) => {
    await acceptFiles(scope)
    registerApplication(scope, visit, config)
  })
  registerResumePages(app, visit)
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

/** Reads what the page of an application shows; parts that the visitor may not read are left out. */
async function readApplication(here: Visit, page: number) {
  const id = getId(here.request)
  const [me, application, interviews, messages, notes, scorecards] = await Promise.all([
    get(here, 'GET /auth/me'),
    get(here, 'GET /job-applications/{id}', { id }),
    getAll(here, 'GET /interviews', { upcoming: true }),
    get(here, 'GET /job-applications/{id}/messages', { id, page }),
    get(here, 'GET /job-applications/{id}/notes', { id }),
    get(here, 'GET /job-applications/{id}/scorecards', { id }),
  ])
  if (!me.ok) return me
  if (!application.ok) return application
  if (!interviews.ok) return interviews
  const post = await get(here, 'GET /job-posts/{id}', { id: application.data.job_post_id })
  return {
    ok: true,
    me: me.data,
    application: application.data,
    interviews: interviews.data.filter(({ application_id }) => application_id === application.data.id),
    messages: application.data.pending || !messages.ok ? null : messages,
    notes: notes.ok ? notes.data : null,
    scorecards: scorecards.ok ? scorecards.data : [],
    currency: post.ok ? post.data.currency : undefined,
  } as const
}

type ReadApplication = Extract<Awaited<ReturnType<typeof readApplication>>, { ok: true }>

/** Renders what was submitted and how it was judged. */
function renderSubmission(here: Visit, { application, scorecards, currency }: ReadApplication, timezone: string) {
  const { writer, base } = here.frame
  return [
    renderSubmitted(writer, { application, currency, base }),
    renderMatch(writer, application),
    renderScorecards(writer, { scorecards, timezone }),
  ]
}

/** Shows an application; `refused` is a form that was sent. */
async function showApplication(here: Visit, config: Config, refused?: RefusedForm) {
  const { writer, base } = here.frame
  const page = readPage(here.request)
  const read = await readApplication(here, page)
  if (!read.ok) return showFailure(here, read)
  const { me, application, interviews, messages, notes } = read
  const isApplicant = application.user_id === me.id
  const timezone = me.timezone ?? config.timezone
  const content = [
    renderRefusedAct(refused),
    renderApplication(writer, application, { interviews, timezone, mayAnswer: isApplicant, base }),
    isApplicant && html`<h2>${writer.write('What you have sent')}</h2>`,
    renderSubmission(here, read, timezone),
    messages &&
      renderMessages(writer, {
        messages: messages.data,
        timezone,
        userId: me.id,
        isApplicant,
        form: renderMessageForm(here, refused),
      }),
    messages && renderPages(writer, { page, lastPage: messages.meta.last_page }),
    notes && renderManagement(here, { application, notes, timezone, refused }),
    isApplicant && renderWithdrawal(writer),
  ]
  const heading = { verbatim: isApplicant ? application.job_post.title : application.name }
  const sources = listPictureSources(config)
  return sendMediaPage(here, { heading, content, sources, hasFrames: true, status: refused?.status ?? 200 })
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
    if (act in acts) return sendAct(here, config, act)
    const id = Number(getFormField(request, 'interview_id'))
    const body = { answer: getFormField(request, 'answer') }
    const answer = await send(here, 'POST /interviews/{id}/answer', { id }, body)
    return answer.ok ? reply.redirect(toOutcome(request.url, 'answered'), 303) : showFailure(here, answer)
  })
}

async function withdraw(here: Visit) {
  const withdrawn = await send(here, 'DELETE /job-applications/{id}', { id: getId(here.request) })
  if (!withdrawn.ok) return showFailure(here, withdrawn)
  return here.reply.redirect(toOutcome(`${here.frame.base}/app/applications`, 'withdrawn'), 303)
}

/** The forms of an application by their act: what comes of each, and where the page goes on. */
const acts: Readonly<Record<string, { done: Outcome; anchor: string }>> = {
  message: { done: 'message', anchor: 'messages' },
  note: { done: 'note', anchor: 'notes' },
  status: { done: 'decided', anchor: 'decision' },
  slots: { done: 'invited', anchor: '' },
}

async function sendAct(here: Visit, config: Config, act: string) {
  const parameters = { id: getId(here.request) }
  const sent = await sendForm(here, act, parameters)
  const { done, anchor } = acts[act] ?? { done: 'saved', anchor: '' }
  if (sent.ok) return here.reply.redirect(toOutcome(`${here.frame.base}${here.frame.path}`, done, anchor), 303)
  return showApplication(here, config, sent)
}

async function sendForm(here: Visit, act: string, parameters: { id: string }) {
  if (act === 'message') return sendOperationForm(here, newMessage, { parameters })
  if (act === 'note') return sendOperationForm(here, newNote, { parameters })
  if (act === 'status') return sendOperationForm(here, decision, { parameters })
  return send(here, 'POST /job-applications/{id}/slot-invitation', parameters, {})
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
