/** Pages that need a sign-in: notifications, and a project of which the visitor is a collaborator. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import type { App } from '#http/routes.ts'
import type { Arguments, ListOperation, Parameters, Row } from '../contract.ts'
import type { Failure, Success } from './api.ts'
import { renderMembers, renderMilestones } from './milestones.ts'
import { renderNotifications, renderProject } from './objects.ts'
import { renderAlert, renderForbidden, renderOnward, toOutcome } from './pages.ts'
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
  sendPage,
  type Visit,
} from './visit.ts'

/**
 * Shows a failure. A visitor who is not signed in is redirected to the sign-in and returns afterwards, one whose role needs
 * a second factor to its setup.
 */
export function showFailure(visit: Visit, answer: Failure) {
  if ('two_factor' in answer.errors) return visit.reply.redirect(`${visit.frame.base}/app/security`, 303)
  if (answer.status !== 401) {
    const onward = renderOnward(visit.frame, '/app', 'My account')
    return sendPage(visit, 'This cannot be shown', [explainFailure(visit, answer), onward], answer.status)
  }
  const { base } = visit.frame
  const [path = ''] = visit.request.url.split('?')
  return visit.reply.redirect(`${base}/app/sign-in?next=${encodeURIComponent(path.slice(base.length))}`, 303)
}

/** Says why a page is not shown: what is gone and what is for another account, in words of the pages. */
function explainFailure({ frame: { writer } }: Visit, { status, errors, message }: Failure) {
  const isOfPage = Object.keys(errors).length === 0
  if (isOfPage && status === 403) return renderForbidden(writer)
  const gone = writer.write('The address is not right, or what it led to is gone.')
  return renderAlert({ message: isOfPage && status === 404 ? gone : message, errors })
}

/** Reads all pages of a list. */
export async function getAll<O extends ListOperation>(
  visit: Visit,
  operation: O,
  parameters: Parameters<O>,
): Promise<Success<Row<O>[]> | Failure> {
  const all: Row<O>[] = []
  for (let page = 1; ; page++) {
    const sent = [{ ...parameters, limit: maxLimit, page }] as unknown as Arguments<O>
    // Of an operation that is not known yet, TypeScript knows no data.
    const answer = (await visit.call(operation, ...sent)) as Success<Row<O>[]> | Failure
    if (!answer.ok) return answer
    all.push(...answer.data)
    if (answer.data.length < maxLimit) return { ...answer, data: all, meta: undefined }
  }
}

export function registerNotificationsPage(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/notifications', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const page = readPage(request)
    const isWhole = getQueryValue(request, 'show') === 'all'
    const [me, listed] = await Promise.all([
      get(here, 'GET /auth/me'),
      get(here, 'GET /notifications', { ...(isWhole ? {} : { read: false }), page }),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!listed.ok) return showFailure(here, listed)
    const { unread_count: unread, last_page: lastPage } = listed.meta
    const timezone = me.data.timezone ?? config.timezone
    const shown = { notifications: listed.data, unread, isWhole, base: config.basePath, timezone }
    return sendListPage(here, 'Notifications', [
      renderNotifications(here.frame.writer, shown),
      renderPages(here.frame.writer, { page, lastPage, filters: isWhole ? { show: 'all' } : {} }),
    ])
  })

  app.post('/app/notifications', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = getFormField(request, 'id')
    const answer =
      id === ''
        ? await send(here, 'PUT /notifications/read-all')
        : await send(here, 'PUT /notifications/{id}/read', { id })
    return answer.ok ? reply.redirect(request.url, 303) : showFailure(here, answer)
  })
}

export function registerProjectPages(app: App, visit: CreateVisit) {
  app.get('/app/projects/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = getId(request)
    const [me, project, collaborators, milestones] = await Promise.all([
      get(here, 'GET /auth/me'),
      get(here, 'GET /projects/{id}', { id }),
      get(here, 'GET /projects/{id}/collaborators', { id }),
      get(here, 'GET /projects/{id}/milestones', { id }),
    ])
    if (!me.ok) return showFailure(here, me)
    if (!project.ok) return showFailure(here, project)
    if (!collaborators.ok) return showFailure(here, collaborators)
    const mine = collaborators.data.find(({ user }) => user.id === me.data.id)
    const hasAccepted = mine !== undefined && mine.accepted_at !== null
    const own = { collaboratorId: mine?.id ?? null, role: mine?.role ?? '', hasAccepted }
    const { writer } = here.frame
    return sendListPage(here, { verbatim: project.data.title }, [
      renderProject(writer, project.data, own),
      milestones.ok && renderMilestones(writer, milestones.data),
      renderMembers(writer, collaborators.data),
    ])
  })

  app.post('/app/projects/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const collaborator = { id: getId(request), collaborator_id: Number(getFormField(request, 'collaborator_id')) }
    const accepts = getFormField(request, 'answer') === 'accept'
    const answer = accepts
      ? await send(here, 'POST /projects/{id}/collaborators/{collaborator_id}/accept', collaborator)
      : await send(here, 'DELETE /projects/{id}/collaborators/{collaborator_id}', collaborator)
    if (!answer.ok) return showFailure(here, answer)
    if (accepts) return reply.redirect(toOutcome(request.url, 'answered'), 303)
    return sendPage(here, 'You declined', [
      html`<p>${here.frame.writer.write('You no longer take part in this project.')}</p>`,
      renderOnward(here.frame, '/app/projects', 'Projects'),
    ])
  })
}
