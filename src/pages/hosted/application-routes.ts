/** Pages of applications for jobs: the list of the visitor, that of a post, and one of them. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Failure } from './api.ts'
import {
  type Application,
  applicationStates,
  type Interview,
  type Message,
  renderApplication,
  renderApplications,
  renderMessages,
  renderNextInterviews,
  renderStates,
  renderWithdrawal,
} from './applications.ts'
import { getAll, type Me, showFailure } from './object-routes.ts'
import { readPage, renderPages } from './paging.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  getQueryValue,
  isForeignOrigin,
  raw,
  renderForeignForm,
  sendListPage,
  sendPage,
  type Visit,
} from './visit.ts'

export function registerApplicationPages(app: App, visit: CreateVisit, config: Config) {
  registerMyApplications(app, visit, config)
  registerApplicants(app, visit, config)
  registerApplication(app, visit, config)
}

function registerMyApplications(app: App, visit: CreateVisit, { basePath: base, timezone: zone }: Config) {
  app.get('/app/applications', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const chosen = getQueryValue(request, 'status')
    const filters = applicationStates.includes(chosen) ? { status: chosen } : {}
    const [me, applications, interviews] = await Promise.all([
      get<Me>(here, '/auth/me'),
      get<Application[]>(here, `/job-applications?${new URLSearchParams({ ...filters, page: String(page) })}`),
      get<Interview[]>(here, '/interviews?upcoming=true&limit=5'),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!applications.ok) return showFailure(here, applications)
    const timezone = me.data.timezone ?? zone
    return sendListPage(here, 'My applications', [
      interviews.ok && renderNextInterviews(writer, interviews.data, { base, timezone }),
      renderStates(writer, filters.status ?? ''),
      html`<section>${renderApplications(writer, { applications: applications.data, base }, 'post')}</section>`,
      renderPages(writer, { page, lastPage: applications.meta?.last_page ?? 1, filters }),
    ])
  })

  // Notifications lead to this path, which is that of the API.
  app.get('/app/job-applications', { config: raw }, (_, reply) => reply.redirect(`${base}/app/applications`, 303))
}

/** Those who manage or review a post come to it by the notification of an application. */
function registerApplicants(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/job-posts/:id/applicants', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const page = readPage(request)
    const chosen = getQueryValue(request, 'status')
    const filters = applicationStates.includes(chosen) ? { status: chosen } : {}
    const path = `/job-posts/${getId(request)}`
    const [post, applicants] = await Promise.all([
      get<{ title: string }>(here, path),
      get<Application[]>(here, `${path}/applicants?${new URLSearchParams({ ...filters, page: String(page) })}`),
    ])
    if (!post.ok) return showFailure(here, post)
    if (!applicants.ok) return showFailure(here, applicants)
    return sendListPage(here, 'Applicants', [
      html`<p class="lede"><a href="${base}/app/job-posts/${getId(request)}"><bdi>${post.data.title}</bdi></a></p>`,
      renderStates(writer, filters.status ?? ''),
      html`<section>${renderApplications(writer, { applications: applicants.data, base }, 'applicant')}</section>`,
      renderPages(writer, { page, lastPage: applicants.meta?.last_page ?? 1, filters }),
    ])
  })
}

/** Shows an application; `entered` is a message that was refused. */
async function showApplication(here: Visit, { timezone: zone }: Config, entered?: { body: string; failure: Failure }) {
  const { writer, base } = here.frame
  const id = getId(here.request)
  const page = readPage(here.request)
  const [me, application, interviews, messages] = await Promise.all([
    get<Me>(here, '/auth/me'),
    get<Application>(here, `/job-applications/${id}`),
    getAll<Interview>(here, '/interviews?upcoming=true'),
    get<Message[]>(here, `/job-applications/${id}/messages?page=${page}`),
  ])
  if (!me.ok) return showFailure(here, me)
  if (!application.ok) return showFailure(here, application)
  if (!interviews.ok) return showFailure(here, interviews)
  const own = interviews.data.filter(({ application_id }) => application_id === application.data.id)
  const isApplicant = application.data.user_id === me.data.id
  const timezone = me.data.timezone ?? zone
  const state = { writer, values: { body: entered?.body ?? '' }, errors: entered?.failure.errors ?? {} }
  const content = [
    renderApplication(writer, application.data, { interviews: own, timezone, mayAnswer: isApplicant, base }),
    messages.ok && !application.data.pending && renderMessages(state, { messages: messages.data, timezone }),
    messages.ok && renderPages(writer, { page, lastPage: messages.meta?.last_page ?? 1 }),
    isApplicant && renderWithdrawal(writer),
  ]
  return sendListPage(here, 'Application', content, entered?.failure.status ?? 200)
}

function registerApplication(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/job-applications/:id', { config: raw }, (request, reply) =>
    showApplication(visit(request, reply), config),
  )

  app.post('/app/job-applications/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeignOrigin(request, config))
      return sendPage(here, 'Application', renderForeignForm(here.frame.writer), 403)
    const act = getFormField(request, 'act')
    if (act === 'withdraw') return withdraw(here)
    if (act === 'message') return sendMessage(here, config)
    const path = `/interviews/${Number(getFormField(request, 'interview_id'))}/answer`
    const body = { answer: getFormField(request, 'answer') }
    const answer = await here.call({ method: 'POST', path, body })
    return answer.ok ? reply.redirect(request.url, 303) : showFailure(here, answer)
  })
}

async function withdraw(here: Visit) {
  const withdrawn = await here.call({ method: 'DELETE', path: `/job-applications/${getId(here.request)}` })
  if (!withdrawn.ok) return showFailure(here, withdrawn)
  return here.reply.redirect(`${here.frame.base}/app/applications`, 303)
}

async function sendMessage(here: Visit, config: Config) {
  const body = getFormField(here.request, 'body')
  const path = `/job-applications/${getId(here.request)}/messages`
  const sent = await here.call({ method: 'POST', path, body: { body } })
  if (sent.ok) return here.reply.redirect(`${here.request.url}#messages`, 303)
  return sent.status === 401 ? showFailure(here, sent) : showApplication(here, config, { body, failure: sent })
}
