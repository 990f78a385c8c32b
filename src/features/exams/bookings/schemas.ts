import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, Id, Label, Line, oneOf, Paging, withDescription } from '#core/schema.ts'

const ClockTime = Type.String({
  format: 'time',
  examples: ['14:30'],
  description: '`HH:MM` or `HH:MM:SS`, in UTC. Echoed as sent.',
})

export const NewBooking = Type.Object(
  {
    exam_type: Type.Optional(Label(50, { examples: ['on-site'] })),
    date: Type.Unsafe<string>({ ...CalendarDate, description: 'In UTC.' }),
    time: ClockTime,
    location: Line(200),
  },
  { title: 'NewExamBooking' },
)
export type NewBooking = Static<typeof NewBooking>

const booked = {
  id: Id,
  exam_id: Id,
  exam_type: Type.String(),
  date: CalendarDate,
  time: ClockTime,
  location: Type.String(),
  status: withDescription(oneOf('confirmed'), 'A booking is confirmed until it is canceled, which deletes it.'),
  starts_at: Type.Unsafe<string>({ ...DateTime, description: 'The moment that date and time mean.' }),
}

/** Specification, "Exam booking". */
export const Booking = Type.Object(booked, { title: 'ExamBooking' })
export type Booking = Static<typeof Booking>

export const BookingItem = Type.Object(
  { ...booked, exam: Type.Object({ id: Id, title: Type.String() }) },
  { title: 'ExamBookingItem' },
)
export type BookingItem = Static<typeof BookingItem>

export const Booked = Type.Object({ booking: Booking })
export type Booked = Static<typeof Booked>

export const BookingQuery = Type.Object({
  ...Paging,
  exam_id: Type.Optional(Id),
  upcoming: Type.Optional(Type.Boolean({ description: 'Only those that are still to come.' })),
})
export type BookingQuery = Static<typeof BookingQuery>
