import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { ActivityEntry, ActivityQuery } from '#features/activity/index.ts'
import { listUserActivity, listUsers, showUser, UserQuery, VisibleUser } from '#features/users/index.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'

const tags = ['Users']

export const userRoutes: Routes = (app) => {
  app.get('/users', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    schema: {
      operationId: 'listUsers',
      summary: 'List users',
      description: 'Administrators receive all fields, others the public ones.',
      tags,
      querystring: UserQuery,
      response: respondsPage(VisibleUser),
    },
    handler: (request) => listUsers(request.ctx, request.query),
  })

  app.get('/users/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    schema: {
      operationId: 'showUser',
      summary: 'Show a user',
      description: 'For signed-in users. Administrators and the user see all fields, others the public ones.',
      tags,
      params: ids('id'),
      response: responds(200, VisibleUser, notFound),
    },
    handler: (request) => showUser(request.ctx, request.params.id),
  })

  app.get('/users/:id/activity', {
    config: { discloses: true, access: 'signed-in', scope: 'admin:read' },
    schema: {
      operationId: 'listActivity',
      summary: 'List the activity of a user',
      description: 'Newest first; for the user and administrators.',
      tags,
      params: ids('id'),
      querystring: ActivityQuery,
      response: respondsPage(ActivityEntry, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listUserActivity(request.ctx, request.params.id, request.query),
  })
}
