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
import { addToExamRoster, listExamRoster, removeFromExamRoster } from './service.ts'

const tags = ['Exams and certificates']

/** An example for the API description; the thrown problem names what is wrong. */
const invalidFile = createFieldProblem('csv', 'The file has no rows.')

export const examRosterRoutes: Routes = (app) => {
  app.get('/exams/:id/roster', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listExamRoster',
      summary: 'List who may take an exam that is for invited people',
      description: 'Oldest first; for the owner of the exam and administrators.',
      tags,
      params: ids('id'),
      querystring: RosterQuery,
      response: respondsPage(RosterEntry, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listExamRoster(request.ctx, request.params.id, request.query),
  })

  app.post('/exams/:id/roster', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The roster is saved.' },
    schema: {
      operationId: 'addToExamRoster',
      summary: 'Put people on the roster of an exam',
      description:
        'For the owner of the exam, as often as `INVITATIONS_PER_DAY` allows, and for administrators. They are notified once the exam is ' +
        'published with `access` `invited`; a roster of an exam for everyone changes nothing until then. An address that no account has verified waits until one has.',
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
    handler: (request) => addToExamRoster(request.ctx, request.params.id, request.body),
  })

  app.delete('/exams/:id/roster', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The person is taken off the roster.' },
    schema: {
      operationId: 'removeFromExamRoster',
      summary: 'Take a person off the roster of an exam',
      description:
        'For the owner of the exam and administrators. Attempts, also running ones, and certificates of the person stay; seats that they ' +
        'have booked become available.',
      tags,
      params: ids('id'),
      querystring: RosterRemoval,
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeFromExamRoster(request.ctx, request.params.id, request.query),
  })
}
