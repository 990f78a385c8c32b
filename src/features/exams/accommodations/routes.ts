import { forbidden, notFound } from '#core/problem.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const accommodationRoutes = routes('Exams and certificates', [
  route('GET /exams/:id/accommodations', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'List who has more time or attempts, or another window, at an exam',
    description:
      'Newest first; for the owner of the exam and administrators. All others see their own, without its note.',
    query: AccommodationQuery,
    response: respondsPage(Accommodation, { problems: [notFound] }),
    run: listAccommodations,
  }),
  route('POST /exams/:id/accommodations', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The accommodation is added.', check: checkUserId },
    summary: 'Give a person more time or attempts, or another window',
    description:
      'For the owner of the exam and administrators. The person may use the whole time, also past `available_until` of the ' +
      'exam. A running attempt of theirs ends later at once, which they are notified of.',
    body: NewAccommodation,
    response: responds(201, Accommodation, forbidden, notFound, alreadyAccommodated, ownExam, nothingToExtend),
    run: addAccommodation,
  }),
  route('PUT /exams/:id/accommodations/:accommodation_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The accommodation is saved.' },
    operationId: 'changeAccommodation',
    summary: 'Change an accommodation',
    description:
      'Any subset of the fields; for the owner of the exam and administrators. A running attempt follows at once; one whose ' +
      'time becomes shorter has at least five minutes left, unless it had less.',
    body: AccommodationChange,
    response: responds(200, Accommodation, forbidden, notFound, nothingToExtend),
    run: (ctx, id, accommodationId, body) => updateAccommodation(ctx, id, { ...body, id: accommodationId }),
  }),
  route('DELETE /exams/:id/accommodations/:accommodation_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The accommodation is removed.' },
    summary: 'Remove an accommodation',
    description: 'For the owner of the exam and administrators. A running attempt follows as with a change.',
    response: respondsMessage(forbidden, notFound),
    run: removeAccommodation,
  }),
  route('POST /exams/:id/extend', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'Everybody who is writing has more time.' },
    summary: 'Give all who are writing more time',
    description:
      'For the owner of the exam and administrators. Running attempts end later, also beyond `available_until`; those who ' +
      'write are notified with the reason.',
    body: Extension,
    response: responds(200, Extended, forbidden, notFound),
    run: extendExam,
  }),
  route('GET /users/:id/accommodations', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'Show how much more time a user has at every exam',
    description: 'For administrators, and without its note for the user.',
    response: responds(200, UserAccommodation, forbidden, notFound),
    run: showUserAccommodation,
  }),
  route('PUT /users/:id/accommodations', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The accommodation is saved.' },
    summary: 'Give a user more time at every exam',
    description:
      'For administrators. The larger of this and the accommodation at an exam counts. Running attempts follow at once.',
    body: UserAccommodationChange,
    response: responds(200, UserAccommodation, forbidden, notFound),
    run: setUserAccommodation,
  }),
])
