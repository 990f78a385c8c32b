import { type Static, Type } from 'typebox'
import { DateTime, Id, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { noticed } from '../attempts/origin.ts'

const maxAtOnce = 100

const reported = ['focus_lost', 'focus_gained', 'pasted', 'fullscreen_left', 'other'] as const

const Detail = Text(200, { description: 'What the page says besides, such as the length of a pasted text.' })

const NewEvent = Type.Object({
  type: withDescription(oneOf(...reported), 'What happened on the page.'),
  at: withDescription(DateTime, 'When it happened, by the clock of the device.'),
  detail: Type.Optional(Detail),
})
export type NewEvent = Static<typeof NewEvent>

export const NewEvents = Type.Object({
  events: Type.Array(NewEvent, { minItems: 1, maxItems: maxAtOnce, description: 'In the order of time.' }),
})
export type NewEvents = Static<typeof NewEvents>

export const EventCount = Type.Object(
  {
    recorded: Type.Integer({ description: 'The number of events that were recorded now.' }),
    remaining: Type.Integer({ description: 'The number of events that can still be recorded for the attempt.' }),
  },
  { title: 'ExamEventCount' },
)
export type EventCount = Static<typeof EventCount>

export const AttemptEvent = Type.Object(
  {
    id: Id,
    type: withDescription(
      oneOf(...reported, ...noticed),
      'What happened on the page; or what the service noticed: a request of the candidate came with another sign-in, from another network ' +
        'or from another device or browser than the one before.',
    ),
    at: withDescription(
      DateTime,
      'When it happened. What the page reports has the clock of the device, which can be wrong.',
    ),
    detail: Detail,
    recorded_at: withDescription(DateTime, 'When the service recorded it.'),
  },
  { title: 'ExamAttemptEvent' },
)
export type AttemptEvent = Static<typeof AttemptEvent>

export const EventQuery = Type.Object(Paging)
export type EventQuery = Static<typeof EventQuery>
