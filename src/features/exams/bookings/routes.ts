import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Booked, BookingItem, BookingQuery, NewBooking } from './schemas.ts'
import { bookExam, cancelBooking, listMyBookings } from './service.ts'

const tags = ['Exams and certificates']

export const bookingRoutes: Routes = (app) => {
  app.post('/exams/:id/book', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The slot is booked.' },
    schema: {
      operationId: 'bookExam',
      summary: 'Book a slot of an exam',
      description:
        'While the exam is available. A slot (exam, date, time and location) has a limited number of seats, ' +
        'and a user can book it once. A reminder is sent 24 hours before.',
      tags,
      params: ids('id'),
      body: NewBooking,
      response: responds(201, Booked, notFound),
    },
    handler: (request) => bookExam(request.ctx, request.params.id, request.body),
  })

  app.get('/exam-bookings', {
    config: { access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listMyBookings',
      summary: 'List my bookings',
      description: 'Earliest first.',
      tags,
      querystring: BookingQuery,
      response: respondsPage(BookingItem),
    },
    handler: (request) => listMyBookings(request.ctx, request.query),
  })

  app.delete('/exam-bookings/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The booking is canceled.' },
    schema: {
      operationId: 'cancelBooking',
      summary: 'Cancel my booking',
      description: 'The seat becomes available immediately.',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => cancelBooking(request.ctx, request.params.id),
  })
}
