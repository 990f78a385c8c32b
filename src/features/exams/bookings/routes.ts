import { notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Booked, BookingItem, BookingQuery, NewBooking } from './schemas.ts'
import { bookExam, cancelBooking, listMyBookings } from './service.ts'

export const bookingRoutes = routes('Exams and certificates', [
  route('POST /exams/:id/book', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The slot is booked.' },
    summary: 'Book a slot of an exam',
    description:
      'While the exam is available. A slot (exam, date, time and location) has a limited number of seats, ' +
      'and a user can book it once. A reminder is sent 24 hours before.',
    body: NewBooking,
    response: responds(201, Booked, notFound),
    run: bookExam,
  }),
  route('GET /exam-bookings', {
    config: { access: 'signed-in', scope: 'exams:read' },
    summary: 'List my bookings',
    description: 'Earliest first.',
    query: BookingQuery,
    response: respondsPage(BookingItem),
    run: listMyBookings,
  }),
  route('DELETE /exam-bookings/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The booking is canceled.' },
    summary: 'Cancel my booking',
    description: 'The seat becomes available immediately.',
    response: respondsMessage(notFound),
    run: cancelBooking,
  }),
])
