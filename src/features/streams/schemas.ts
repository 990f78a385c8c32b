import { type Static, Type } from 'typebox'
import { DateTime, Untrimmed, withDescription } from '#core/schema.ts'

export const StreamTicket = Type.Object(
  {
    ticket: Type.String({ description: 'For `?ticket=`; opens one stream.' }),
    expires_at: withDescription(DateTime, 'When it expires.'),
  },
  { title: 'StreamTicket' },
)
export type StreamTicket = Static<typeof StreamTicket>

export const StreamQuery = Type.Object({
  ticket: Type.Optional(Untrimmed(100, { description: 'Instead of a bearer token.' })),
  last_event_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Like the header `Last-Event-ID`, for a stream that is opened anew; the header counts first.',
    }),
  ),
})
export type StreamQuery = Static<typeof StreamQuery>
