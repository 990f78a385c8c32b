import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import {
  Accommodation,
  AccommodationChange,
  AccommodationQuery,
  Extended,
  Extension,
  NewAccommodation,
  UserAccommodation,
  UserAccommodationChange,
} from './schemas.ts'
import {
  addAccommodation,
  alreadyAccommodated,
  extendExam,
  listAccommodations,
  nothingToExtend,
  ownExam,
  removeAccommodation,
  setUserAccommodation,
  showUserAccommodation,
  updateAccommodation,
} from './service.ts'

const tags = ['Exams and certificates']

export const accommodationRoutes: Routes = (app) => {
  app.get('/exams/:id/accommodations', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listAccommodations',
      summary: 'List who has more time or attempts, or another window, at an exam',
      description:
        'Newest first; for the owner of the exam and administrators. All others see their own, without its note.',
      tags,
      params: ids('id'),
      querystring: AccommodationQuery,
      response: respondsPage(Accommodation, { problems: [notFound] }),
    },
    handler: (request) => listAccommodations(request.ctx, request.params.id, request.query),
  })

  app.post('/exams/:id/accommodations', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The accommodation is added.', check: checkUserId },
    schema: {
      operationId: 'addAccommodation',
      summary: 'Give a person more time or attempts, or another window',
      description:
        'For the owner of the exam and administrators. The person may use the whole time, also past `available_until` of the ' +
        'exam. A running attempt of theirs ends later at once, which they are notified of.',
      tags,
      params: ids('id'),
      body: NewAccommodation,
      response: responds(201, Accommodation, forbidden, notFound, alreadyAccommodated, ownExam, nothingToExtend),
    },
    handler: (request) => addAccommodation(request.ctx, request.params.id, request.body),
  })

  app.put('/exams/:id/accommodations/:accommodation_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The accommodation is saved.' },
    schema: {
      operationId: 'changeAccommodation',
      summary: 'Change an accommodation',
      description:
        'Any subset of the fields; for the owner of the exam and administrators. A running attempt follows at once; one whose ' +
        'time becomes shorter has at least five minutes left, unless it had less.',
      tags,
      params: ids('id', 'accommodation_id'),
      body: AccommodationChange,
      response: responds(200, Accommodation, forbidden, notFound, nothingToExtend),
    },
    handler: ({ ctx, params, body }) => updateAccommodation(ctx, params.id, { ...body, id: params.accommodation_id }),
  })

  app.delete('/exams/:id/accommodations/:accommodation_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The accommodation is removed.' },
    schema: {
      operationId: 'removeAccommodation',
      summary: 'Remove an accommodation',
      description: 'For the owner of the exam and administrators. A running attempt follows as with a change.',
      tags,
      params: ids('id', 'accommodation_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeAccommodation(request.ctx, request.params.id, request.params.accommodation_id),
  })

  app.post('/exams/:id/extend', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'Everybody who is writing has more time.' },
    schema: {
      operationId: 'extendExam',
      summary: 'Give everybody who is writing more time',
      description:
        'For the owner of the exam and administrators. Running attempts end later, also beyond `available_until`; those who ' +
        'write are notified with the reason.',
      tags,
      params: ids('id'),
      body: Extension,
      response: responds(200, Extended, forbidden, notFound),
    },
    handler: (request) => extendExam(request.ctx, request.params.id, request.body),
  })

  app.get('/users/:id/accommodations', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'showUserAccommodation',
      summary: 'Show how much more time a user has at every exam',
      description: 'For administrators, and without its note for the user.',
      tags,
      params: ids('id'),
      response: responds(200, UserAccommodation, forbidden, notFound),
    },
    handler: (request) => showUserAccommodation(request.ctx, request.params.id),
  })

  app.put('/users/:id/accommodations', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The accommodation is saved.' },
    schema: {
      operationId: 'setUserAccommodation',
      summary: 'Give a user more time at every exam',
      description:
        'For administrators. The larger of this and the accommodation at an exam counts. Running attempts follow at once.',
      tags,
      params: ids('id'),
      body: UserAccommodationChange,
      response: responds(200, UserAccommodation, forbidden, notFound),
    },
    handler: (request) => setUserAccommodation(request.ctx, request.params.id, request.body),
  })
}
