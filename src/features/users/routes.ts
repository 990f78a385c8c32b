import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { ActivityEntry, ActivityQuery } from '#features/activity/index.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { UserQuery, VisibleUser } from './schemas.ts'
import { listUserActivity, listUsers, showUser } from './service.ts'

const tags = ['Users']

export const userRoutes: Routes = (app) => {
  app.get('/users', {
    config: { access: 'signed-in' },
    schema: {
      operationId: 'listUsers',
      summary: 'List people',
      description: 'Administrators get every field, others the public ones.',
      tags,
      querystring: UserQuery,
      response: respondsPage(VisibleUser),
    },
    handler: (request) => listUsers(request.ctx, request.query),
  })

  app.get('/users/:id', {
    config: { access: 'signed-in' },
    schema: {
      operationId: 'showUser',
      summary: 'Show a person',
      description:
        'Everybody who is signed in may. Administrators and the person see every field, others the public ones.',
      tags,
      params: ids('id'),
      response: responds(200, VisibleUser, notFound),
    },
    handler: (request) => showUser(request.ctx, request.params.id),
  })

  app.get('/users/:id/activity', {
    config: { access: 'signed-in' },
    schema: {
      operationId: 'listActivity',
      summary: "List a person's activity",
      description: 'Newest first; for the person and administrators.',
      tags,
      params: ids('id'),
      querystring: ActivityQuery,
      response: respondsPage(ActivityEntry, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listUserActivity(request.ctx, request.params.id, request.query),
  })
}
