import { type Static, Type } from 'typebox'
import { DateTime } from '#core/schema.ts'

export const CalendarLink = Type.Object(
  {
    url: Type.String({
      description: 'The private address of the calendar (iCalendar), for calendar programs. It is shown only now.',
    }),
    created_at: DateTime,
  },
  { title: 'CalendarLink' },
)
export type CalendarLink = Static<typeof CalendarLink>

export const CalendarToken = Type.Object({
  token: Type.String({ maxLength: 100, description: 'The last part of the address, without `.ics`.' }),
})
