/** Pages that need a sign-in: the first page, notifications, and a project of which the visitor is a collaborator. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import type { App } from '#http/routes.ts'
import type { Answer, Failure } from './api.ts'
import { renderPlaces } from './navigation.ts'
import { type Notification, type Project, renderNotifications, renderProject } from './objects.ts'
import { renderAlert, renderForbidden } from './pages.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getId,
  isForeignOrigin,
  raw,
  renderForeignForm,
  sendListPage,
  sendPage,
  type Visit,
} from './visit.ts'

/**
 * Shows a failure. A visitor who is not signed in is redirected to the sign-in and returns afterwards, one whose role needs
 * a second factor to its setup.
 */
export function showFailure(visit: Visit, answer: Failure) {
  if ('two_factor' in answer.errors) return visit.reply.redirect(`${visit.frame.base}/app/security`, 303)
  const isOfAccount = Object.keys(answer.errors).length > 0
  if (answer.status === 403 && !isOfAccount)
    return sendPage(visit, 'This cannot be shown', renderForbidden(visit.frame.writer), 403)
  if (answer.status !== 401) return sendPage(visit, 'This cannot be shown', renderAlert(answer), answer.status)
  const { base } = visit.frame
  const [path = ''] = visit.request.url.split('?')
  return visit.reply.redirect(`${base}/app/sign-in?next=${encodeURIComponent(path.slice(base.length))}`, 303)
}

export interface Me {
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

/** Reads all pages of a list. */
export async function getAll<T>(visit: Visit, path: string): Promise<Answer<T[]>> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const answer = await get<T[]>(visit, `${path}${path.includes('?') ? '&' : '?'}limit=${maxLimit}&page=${page}`)
    if (!answer.ok) return answer
    all.push(...answer.data)
    if (answer.data.length < maxLimit) return { ...answer, data: all }
  }
}

export function registerHomePage(app: App, visit: CreateVisit, { basePath }: Config) {
  app.get('/app', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const [me, unread] = await Promise.all([
      get<Me>(here, '/auth/me'),
      get<{ count: number }>(here, '/notifications/unread-count'),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!unread.ok) return showFailure(here, unread)
    const { count } = unread.data
    return sendListPage(here, 'My account', [
      html`<p class="lede">${writer.writeHtml('Hello {name}.', { name: me.data.name })}${
        count > 0 &&
        html` <a href="${basePath}/app/notifications">${writer.write('New notifications: {count}', { count: String(count) })}</a>`
      }</p>`,
      renderPlaces(writer, basePath),
    ])
  })
}

export function registerNotificationsPage(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/notifications', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const [me, unread] = await Promise.all([
      get<Me>(here, '/auth/me'),
      get<Notification[]>(here, `/notifications?read=false&limit=${maxLimit}`),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!unread.ok) return showFailure(here, unread)
    const timezone = me.data.timezone ?? config.timezone
    const content = renderNotifications(here.frame.writer, unread.data, { base: config.basePath, timezone })
    return sendListPage(here, 'Notifications', content)
  })

  app.post('/app/notifications', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeignOrigin(request, config))
      return sendPage(here, 'Notifications', renderForeignForm(here.frame.writer), 403)
    const answer = await here.call({ method: 'PUT', path: '/notifications/read-all' })
    return answer.ok ? reply.redirect(request.url, 303) : showFailure(here, answer)
  })
}

export function registerProjectPages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/projects/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const [me, project, collaborators] = await Promise.all([
      get<Me>(here, '/auth/me'),
      get<Project>(here, `/projects/${getId(request)}`),
      get<Collaborator[]>(here, `/projects/${getId(request)}/collaborators`),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!project.ok) return showFailure(here, project)
    if (!collaborators.ok) return showFailure(here, collaborators)
    const mine = collaborators.data.find(({ user }) => user.id === me.data.id)
    const hasAccepted = mine !== undefined && mine.accepted_at !== null
    const own = { collaboratorId: mine?.id ?? null, role: mine?.role ?? '', hasAccepted }
    return sendPage(here, 'Project', renderProject(here.frame.writer, project.data, own))
  })

  app.post('/app/projects/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeignOrigin(request, config)) return sendPage(here, 'Project', renderForeignForm(here.frame.writer), 403)
    const path = `/projects/${getId(request)}/collaborators/${Number(getFormField(request, 'collaborator_id'))}`
    const accepts = getFormField(request, 'answer') === 'accept'
    const answer = await here.call(accepts ? { method: 'POST', path: `${path}/accept` } : { method: 'DELETE', path })
    if (!answer.ok) return showFailure(here, answer)
    if (accepts) return reply.redirect(request.url, 303)
    return sendPage(
      here,
      'You declined',
      html`<p>${here.frame.writer.write('You no longer take part in this project.')}</p>`,
    )
  })
}
