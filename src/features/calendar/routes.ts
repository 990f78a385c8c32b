import { Type } from 'typebox'
import type { CalendarSource } from '#features/feature.ts'
import { createErrorResponses, responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { CalendarLink, CalendarToken } from './schemas.ts'
import { createCalendar, endCalendar, readCalendar } from './service.ts'

const file = {
  description: 'The calendar.',
  content: { 'text/calendar': { schema: Type.String() } },
}

export const calendarRoutes = (sources: readonly CalendarSource[]) =>
  routes('Notifications', [
    route('POST /calendar', {
      config: {
        access: 'signed-in',
        scope: 'notifications:write',
        furtherScopes: sources.map(({ scope }) => scope),
        answersSecret: true,
        message: 'The calendar is created.',
      },
      summary: 'Create the private address of my calendar',
      description:
        'For calendar programs: interviews, booked exams, attempts that close, milestones and renewals, from 90 days ago on, and at most 1,000. ' +
        'A former address ends. One that an API key creates ends with the key.',
      response: responds(201, CalendarLink),
      run: createCalendar,
    }),
    route('DELETE /calendar', {
      config: { access: 'signed-in', scope: 'notifications:write', message: 'The calendar has ended.' },
      summary: 'End the private address of my calendar',
      description: 'Without one, it changes nothing.',
      response: respondsMessage(),
      run: endCalendar,
    }),
    route('GET /calendar/:token.ics', {
      config: { access: 'public', raw: true },
      operationId: 'readCalendar',
      summary: 'Read a calendar',
      description:
        'Needs no token: the address is the secret. Changed events have the same UID, so that calendars replace them.',
      params: CalendarToken,
      response: { 200: file, ...createErrorResponses([404, 429, 500, 503]) },
      async handler(request, reply) {
        const calendar = await readCalendar(request.ctx, request.params.token, sources)
        return reply
          .header('Cache-Control', 'private, no-store')
          .header('X-Robots-Tag', 'noindex')
          .type('text/calendar; charset=utf-8')
          .send(calendar)
      },
    }),
  ])
