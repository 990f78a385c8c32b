/** What one has to sign in for: the state of an application, a project one was added to. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Answer } from './api.ts'
import { alertOf, applicationContent, forbiddenContent, homeContent, projectContent } from './pages.ts'
import { fieldOf, foreign, idOf, isForeign, raw, show, type Visit, type Visiting } from './visit.ts'

/** Whoever is not signed in comes back here afterwards. */
function refuse(visit: Visit, answer: Answer) {
  if (answer.status === 403) return show(visit, 'This cannot be shown', forbiddenContent, 403)
  if (answer.status !== 401) return show(visit, 'This cannot be shown', alertOf(answer), answer.status)
  const { base } = visit.frame
  const [path = ''] = visit.request.url.split('?')
  return visit.reply.redirect(`${base}/app/sign-in?next=${encodeURIComponent(path.slice(base.length))}`, 303)
}

const get = (visit: Visit, path: string) => visit.call({ method: 'GET', path })

export function homePage(app: App, visit: Visiting, { basePath }: Config) {
  app.get('/app', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const [me, applications] = await Promise.all([
      get(here, '/auth/me'),
      get(here, '/job-applications?limit=100'),
    ])
    if (me.status !== 200) return refuse(here, me)
    return show(here, 'My account', homeContent(me.data.name, applications.data ?? [], basePath))
  })
}

export function applicationPage(app: App, visit: Visiting, config: Config) {
  app.get('/app/job-applications/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const [me, application, interviews] = await Promise.all([
      get(here, '/auth/me'),
      get(here, `/job-applications/${idOf(request)}`),
      get(here, '/interviews?upcoming=true&limit=100'),
    ])
    if (application.status !== 200) return refuse(here, application)
    const own = (interviews.data ?? []).filter(
      (one: { application_id: number }) => one.application_id === application.data.id,
    )
    const told = {
      interviews: own,
      timezone: me.data?.timezone ?? null,
      mayAnswer: own.some(({ applicant }: { applicant: { id: number } }) => applicant.id === me.data?.id),
    }
    return show(here, 'Application', applicationContent(application.data, told))
  })

  app.post('/app/job-applications/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeign(request, config)) return show(here, 'Application', foreign, 403)
    const path = `/interviews/${Number(fieldOf(request, 'interview_id'))}/answer`
    const body = { answer: fieldOf(request, 'answer') }
    const answer = await here.call({ method: 'POST', path, body })
    return answer.status === 200 ? reply.redirect(request.url, 303) : refuse(here, answer)
  })
}

export function projectPages(app: App, visit: Visiting, config: Config) {
  app.get('/app/projects/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const project = await get(here, `/projects/${idOf(request)}`)
    if (project.status !== 200) return refuse(here, project)
    const [me, all] = await Promise.all([
      get(here, '/auth/me'),
      get(here, `/projects/${idOf(request)}/collaborators`),
    ])
    const mine = (all.data ?? []).find((one: { user: { id: number } }) => one.user.id === me.data?.id)
    const hasAccepted = mine !== undefined && mine.accepted_at !== null
    const own = { collaboratorId: mine?.id ?? null, role: mine?.role ?? '', hasAccepted }
    return show(here, 'Project', projectContent(project.data, own))
  })

  app.post('/app/projects/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeign(request, config)) return show(here, 'Project', foreign, 403)
    const path = `/projects/${idOf(request)}/collaborators/${Number(fieldOf(request, 'collaborator_id'))}`
    const accepts = fieldOf(request, 'answer') === 'accept'
    const answer = await here.call(
      accepts ? { method: 'POST', path: `${path}/accept` } : { method: 'DELETE', path },
    )
    if (answer.status !== 200) return refuse(here, answer)
    if (accepts) return reply.redirect(request.url, 303)
    return show(here, 'You declined', html`<p>You no longer take part in this project.</p>`)
  })
}
