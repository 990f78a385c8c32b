import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { NotificationPreferences, PreferenceChange } from './schemas.ts'
import { showPreferences, updatePreferences } from './service.ts'

export const preferenceRoutes = routes('Notifications', [
  route('GET /notifications/preferences', {
    config: { access: 'signed-in', scope: 'notifications:read' },
    summary: 'Show my notification preferences',
    description: 'For each notification type, whether it is sent in the app and by mail. Everything is on by default.',
    response: responds(200, NotificationPreferences),
    run: showPreferences,
  }),
  route('PUT /notifications/preferences', {
    config: { access: 'signed-in', scope: 'notifications:write', message: 'Your preferences are saved.' },
    operationId: 'changePreferences',
    summary: 'Change my notification preferences',
    description:
      'Any subset; other preferences are kept. Events that happen while a type is off are not announced later.',
    body: PreferenceChange,
    response: responds(200, NotificationPreferences),
    run: updatePreferences,
  }),
])
