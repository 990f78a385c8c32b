import { forbidden, notFound } from '#core/problem.ts'
import { ActivityEntry, ActivityQuery } from '#features/activity/index.ts'
import { listUserActivity, listUsers, showUser, UserQuery, VisibleUser } from '#features/users/index.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'

export const userRoutes = routes('Users', [
  route('GET /users', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    summary: 'List users',
    description: 'Administrators receive all fields, others the public ones.',
    query: UserQuery,
    response: respondsPage(VisibleUser),
    run: listUsers,
  }),
  route('GET /users/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    summary: 'Show a user',
    description: 'For signed-in users. Administrators and the user see all fields, others the public ones.',
    response: responds(200, VisibleUser, notFound),
    run: showUser,
  }),
  route('GET /users/:id/activity', {
    config: { discloses: true, access: 'signed-in', scope: 'admin:read' },
    operationId: 'listActivity',
    summary: 'List the activity of a user',
    description: 'Newest first; for the user and administrators.',
    query: ActivityQuery,
    response: respondsPage(ActivityEntry, { problems: [forbidden, notFound] }),
    run: listUserActivity,
  }),
])
