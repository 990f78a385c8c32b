import { Type } from 'typebox'
import { createFieldProblem, forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import {
  NewRosterEntries,
  RosterEntry,
  RosterQuery,
  RosterRemoval,
  RosterVerdict,
  tooManyEntries,
} from '#features/rosters/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { addToCourseRoster, listCourseRoster, removeFromCourseRoster } from './service.ts'

const tags = ['Courses']

/** An courseple for the API description; the thrown problem names what is wrong. */
const invalidFile = createFieldProblem('csv', 'The file has no rows.')

export const courseRosterRoutes: Routes = (app) => {
  app.get('/courses/:id/roster', {
    config: { discloses: true, access: 'signed-in', scope: 'courses:read' },
    schema: {
      operationId: 'listCourseRoster',
      summary: 'List who may take a course that is for invited people',
      description: 'Oldest first; for the instructor of the course and administrators.',
      tags,
      params: ids('id'),
      querystring: RosterQuery,
      response: respondsPage(RosterEntry, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listCourseRoster(request.ctx, request.params.id, request.query),
  })

  app.post('/courses/:id/roster', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The roster is saved.' },
    schema: {
      operationId: 'addToCourseRoster',
      summary: 'Put people on the roster of a course',
      description:
        'For the instructor of the course, as often as `INVITATIONS_PER_DAY` allows, and for administrators. They are notified once the course is ' +
        'published with `access` `invited`; a roster of a course for everyone changes nothing until then. An address that no account has verified waits until one has.',
      tags,
      params: ids('id'),
      body: NewRosterEntries,
      response: responds(
        200,
        Type.Array(RosterVerdict, {
          description: 'A verdict for each person: of `user_ids`, of `emails`, of the file.',
        }),
        forbidden,
        notFound,
        tooManyEntries,
        invalidFile,
      ),
    },
    handler: (request) => addToCourseRoster(request.ctx, request.params.id, request.body),
  })

  app.delete('/courses/:id/roster', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The person is taken off the roster.' },
    schema: {
      operationId: 'removeFromCourseRoster',
      summary: 'Take a person off the roster of a course',
      description:
        'For the instructor of the course and administrators. A person who is enrolled stays enrolled, and keeps the certificate.',
      tags,
      params: ids('id'),
      querystring: RosterRemoval,
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeFromCourseRoster(request.ctx, request.params.id, request.query),
  })
}
