import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, Id, Label, Line, oneOf, Paging, Titled, withDescription } from '#core/schema.ts'

const ClockTime = Type.String({
  format: 'time',
  maxLength: 16,
  examples: ['14:30'],
  description: '`HH:MM` or `HH:MM:SS`, in the time zone of the exam. Echoed as sent.',
})

export const NewBooking = Type.Object(
  {
    exam_type: Type.Optional(withDescription(Label(50, { examples: ['on-site'] }), 'The kind of exam, in free words.')),
    date: Type.Unsafe<string>({ ...CalendarDate, description: 'In the time zone of the exam.' }),
    time: ClockTime,
    location: withDescription(Line(200), 'City, region or country, in free words.'),
  },
  { title: 'NewExamBooking' },
)
export type NewBooking = Static<typeof NewBooking>

const booked = {
  id: Id,
  exam_id: Id,
  exam_type: Type.String({ description: 'The kind of exam, in free words.' }),
  date: withDescription(CalendarDate, 'The day, `YYYY-MM-DD`.'),
  time: ClockTime,
  timezone: Type.String({ description: 'The IANA name of the time zone in which date and time are meant.' }),
  location: Type.String({ description: 'City, region or country, in free words.' }),
  status: withDescription(oneOf('confirmed'), 'A booking is confirmed until it is canceled, which deletes it.'),
  starts_at: Type.Unsafe<string>({ ...DateTime, description: 'The moment that date and time mean.' }),
}

/** Specification, "Exam booking". */
export const Booking = Type.Object(booked, { title: 'ExamBooking' })
export type Booking = Static<typeof Booking>

export const BookingItem = Type.Object(
  {
    ...booked,
    exam: withDescription(Titled, 'The exam.'),
  },
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
