import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { AttemptEvent, EventCount, EventQuery, NewEvents } from './schemas.ts'
import { listEvents, recordEvents, tooManyEvents } from './service.ts'

export const eventRoutes = routes('Exams and certificates', [
  route('POST /exam-attempts/:id/events', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The events are recorded.' },
    operationId: 'recordExamEvents',
    summary: 'Record what happens on the page of my attempt',
    description:
      'For the user of a running attempt: 1,000 events at most, of one request all or none. They change neither answers nor score; the author ' +
      'sees them as facts. The service itself records a second sign-in and a change of network or device, as much again.',
    body: NewEvents,
    response: responds(201, EventCount, forbidden, notFound, tooManyEvents),
    run: recordEvents,
  }),
  route('GET /exam-attempts/:id/events', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    operationId: 'listExamEvents',
    summary: 'List what happened during an attempt',
    description:
      'Oldest first; for the owner of the exam, administrators, and the graders of its answers unless grading is anonymous. The service ' +
      'draws no conclusions from them: a network or a window changes for many reasons.',
    query: EventQuery,
    response: respondsPage(AttemptEvent, { problems: [forbidden, notFound] }),
    run: listEvents,
  }),
])
