import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { NotificationPreferences, PreferenceChange } from './schemas.ts'
import { changePreferences, showPreferences } from './service.ts'

const tags = ['Notifications']

export const preferenceRoutes: Routes = (app) => {
  app.get('/notifications/preferences', {
    config: { access: 'signed-in' },
    schema: {
      operationId: 'showPreferences',
      summary: 'Show what I want to be told',
      description:
        'For each type of notification, whether it comes in the app and by mail. Everything is on at first.',
      tags,
      response: responds(200, NotificationPreferences),
    },
    handler: (request) => showPreferences(request.ctx),
  })

  app.put('/notifications/preferences', {
    config: { access: 'signed-in', message: 'Your preferences are saved.' },
    schema: {
      operationId: 'changePreferences',
      summary: 'Change what I want to be told',
      description:
        'Takes any part; what is left out stays. What happens while a type is off is not told later.',
      tags,
      body: PreferenceChange,
      response: responds(200, NotificationPreferences),
    },
    handler: (request) => changePreferences(request.ctx, request.body),
  })
}
