import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { NotificationPreferences, PreferenceChange } from './schemas.ts'
import { showPreferences, updatePreferences } from './service.ts'

const tags = ['Notifications']

export const preferenceRoutes: Routes = (app) => {
  app.get('/notifications/preferences', {
    config: { access: 'signed-in', scope: 'notifications:read' },
    schema: {
      operationId: 'showPreferences',
      summary: 'Show my notification preferences',
      description:
        'For each notification type, whether it is sent in the app and by mail. Everything is on by default.',
      tags,
      response: responds(200, NotificationPreferences),
    },
    handler: (request) => showPreferences(request.ctx),
  })

  app.put('/notifications/preferences', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'Your preferences are saved.' },
    schema: {
      operationId: 'changePreferences',
      summary: 'Change my notification preferences',
      description:
        'Any subset; other preferences are kept. Events that happen while a type is off are not announced later.',
      tags,
      body: PreferenceChange,
      response: responds(200, NotificationPreferences),
    },
    handler: (request) => updatePreferences(request.ctx, request.body),
  })
}
