import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Notification, NotificationQuery } from './schemas.ts'
import {
  countUnread,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from './service.ts'

const tags = ['Notifications']

export const notificationRoutes: Routes = (app) => {
  app.get('/notifications', {
    config: { access: 'signed-in', scope: 'notifications:read' },
    schema: {
      operationId: 'listNotifications',
      summary: 'List my notifications',
      description: 'Newest first. `meta.unread_count` counts all unread ones, whatever the filters.',
      tags,
      querystring: NotificationQuery,
      response: respondsPage(Notification, {
        extra: {
          unread_count: Type.Integer({ description: 'The number of unread notifications, whatever the filters.' }),
        },
      }),
    },
    handler: (request) => listNotifications(request.ctx, request.query),
  })

  app.get('/notifications/unread-count', {
    config: { access: 'signed-in', scope: 'notifications:read' },
    schema: {
      operationId: 'countUnread',
      summary: 'Count my unread notifications',
      description: 'Exact, and fast enough to be requested often.',
      tags,
      response: responds(200, Type.Object({ count: Type.Integer({ description: 'The number of items.' }) })),
    },
    handler: async ({ ctx }) => ({ count: await countUnread(ctx, ctx.actor.id) }),
  })

  app.put('/notifications/read-all', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'All notifications are read.' },
    schema: {
      operationId: 'markAllNotificationsRead',
      summary: 'Mark all my notifications as read',
      description: 'Later notifications are unread. `marked_count` is the number that were unread before.',
      tags,
      response: responds(
        200,
        Type.Object({ marked_count: Type.Integer({ description: 'The number of notifications that became read.' }) }),
      ),
    },
    handler: (request) => markAllNotificationsRead(request.ctx),
  })

  app.put('/notifications/:id/read', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'The notification is read.' },
    schema: {
      operationId: 'markNotificationRead',
      summary: 'Mark a notification as read',
      description: 'Only my own; notifications of other users are not found (404). A repetition changes nothing.',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => markNotificationRead(request.ctx, request.params.id),
  })

  app.delete('/notifications/:id', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'The notification is deleted.' },
    schema: {
      operationId: 'deleteNotification',
      summary: 'Delete a notification',
      description: 'Permanently, and only my own; notifications of other users are not found (404).',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => deleteNotification(request.ctx, request.params.id),
  })
}
