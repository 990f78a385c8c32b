/** Pages that need a sign-in: the state of an application, and a project of which the visitor is a collaborator. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import type { App } from '#http/routes.ts'
import type { Answer, Failure } from './api.ts'
import {
  type Application,
  alertOf,
  applicationContent,
  forbiddenContent,
  homeContent,
  type Interview,
  type ListedApplication,
  type Project,
  projectContent,
} from './pages.ts'
import { fieldOf, foreign, idOf, isForeign, raw, show, type Visit, type Visiting } from './visit.ts'

/** Explains a refusal. A visitor who is not signed in is sent to the sign-in, and comes back here afterwards. */
function refuse(visit: Visit, answer: Failure) {
  if (answer.status === 403) return show(visit, 'This cannot be shown', forbiddenContent, 403)
  if (answer.status !== 401) return show(visit, 'This cannot be shown', alertOf(answer), answer.status)
  const { base } = visit.frame
  const [path = ''] = visit.request.url.split('?')
  return visit.reply.redirect(`${base}/app/sign-in?next=${encodeURIComponent(path.slice(base.length))}`, 303)
}

interface Me {
  id: number
  name: string
  timezone: string | null
}

interface Collaborator {
  id: number
  role: string
  accepted_at: string | null
  user: { id: number }
}

const get = <T>(visit: Visit, path: string) => visit.call<T>({ method: 'GET', path })

/** All pages of a list, one after the other. */
async function getAll<T>(visit: Visit, path: string): Promise<Answer<T[]>> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const answer = await get<T[]>(
      visit,
      `${path}${path.includes('?') ? '&' : '?'}limit=${maxLimit}&page=${page}`,
    )
    if (!answer.ok) return answer
    all.push(...answer.data)
    if (answer.data.length < maxLimit) return { ...answer, data: all }
  }
}

export function homePage(app: App, visit: Visiting, { basePath }: Config) {
  app.get('/app', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const [me, applications] = await Promise.all([
      get<Me>(here, '/auth/me'),
      getAll<ListedApplication>(here, '/job-applications'),
    ])
    if (!me.ok) return refuse(here, me)
    if (!applications.ok) return refuse(here, applications)
    return show(here, 'My account', homeContent(me.data.name, applications.data, basePath))
  })
}

export function applicationPage(app: App, visit: Visiting, config: Config) {
  app.get('/app/job-applications/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const [me, application, interviews] = await Promise.all([
      get<Me>(here, '/auth/me'),
      get<Application>(here, `/job-applications/${idOf(request)}`),
      getAll<Interview>(here, '/interviews?upcoming=true'),
    ])
    if (!me.ok) return refuse(here, me)
    if (!application.ok) return refuse(here, application)
    if (!interviews.ok) return refuse(here, interviews)
    const own = interviews.data.filter(({ application_id }) => application_id === application.data.id)
    const content = applicationContent(application.data, {
      interviews: own,
      timezone: me.data.timezone ?? config.timezone,
      mayAnswer: own.some(({ applicant }) => applicant.id === me.data.id),
    })
    return show(here, 'Application', content)
  })

  app.post('/app/job-applications/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeign(request, config)) return show(here, 'Application', foreign, 403)
    const path = `/interviews/${Number(fieldOf(request, 'interview_id'))}/answer`
    const body = { answer: fieldOf(request, 'answer') }
    const answer = await here.call({ method: 'POST', path, body })
    return answer.ok ? reply.redirect(request.url, 303) : refuse(here, answer)
  })
}

export function projectPages(app: App, visit: Visiting, config: Config) {
  app.get('/app/projects/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const [me, project, collaborators] = await Promise.all([
      get<Me>(here, '/auth/me'),
      get<Project>(here, `/projects/${idOf(request)}`),
      get<Collaborator[]>(here, `/projects/${idOf(request)}/collaborators`),
    ])
    if (!me.ok) return refuse(here, me)
    if (!project.ok) return refuse(here, project)
    if (!collaborators.ok) return refuse(here, collaborators)
    const mine = collaborators.data.find(({ user }) => user.id === me.data.id)
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
    if (!answer.ok) return refuse(here, answer)
    if (accepts) return reply.redirect(request.url, 303)
    return show(here, 'You declined', html`<p>You no longer take part in this project.</p>`)
  })
}
