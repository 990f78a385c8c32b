import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Notification, NotificationQuery } from './schemas.ts'
import {
  countUnread,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from './service.ts'

export const notificationRoutes = routes('Notifications', [
  route('GET /notifications', {
    config: { access: 'signed-in', scope: 'notifications:read' },
    summary: 'List my notifications',
    description: 'Newest first. `meta.unread_count` counts all unread ones, whatever the filters.',
    query: NotificationQuery,
    response: respondsPage(Notification, {
      extra: {
        unread_count: Type.Integer({ description: 'The number of unread notifications, whatever the filters.' }),
      },
    }),
    run: listNotifications,
  }),
  route('GET /notifications/unread-count', {
    config: { access: 'signed-in', scope: 'notifications:read' },
    operationId: 'countUnread',
    summary: 'Count my unread notifications',
    description: 'Exact, and fast enough to be requested often.',
    response: responds(200, Type.Object({ count: Type.Integer({ description: 'The number of items.' }) })),
    run: async (ctx) => ({ count: await countUnread(ctx, ctx.actor.id) }),
  }),
  route('PUT /notifications/read-all', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'All notifications are read.' },
    summary: 'Mark all my notifications as read',
    description: 'Later notifications are unread. `marked_count` is the number that were unread before.',
    response: responds(
      200,
      Type.Object({ marked_count: Type.Integer({ description: 'The number of notifications that became read.' }) }),
    ),
    run: markAllNotificationsRead,
  }),
  route('PUT /notifications/:id/read', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'The notification is read.' },
    summary: 'Mark a notification as read',
    description: 'Only my own; notifications of other users are not found (404). A repetition changes nothing.',
    response: respondsMessage(notFound),
    run: markNotificationRead,
  }),
  route('DELETE /notifications/:id', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'The notification is deleted.' },
    summary: 'Delete a notification',
    description: 'Permanently, and only my own; notifications of other users are not found (404).',
    response: respondsMessage(notFound),
    run: deleteNotification,
  }),
])
