/** Streams of server-sent events: the hub that serves them, and the tickets that open them without a header. */

export {
  allUsers,
  type EventSource,
  type Follower,
  type GoodTokens,
  type Holder,
  type Known,
  type News,
} from './follower.ts'
export { Hub } from './hub.ts'
export { StreamQuery, StreamTicket } from './schemas.ts'
export { getHolder, mostStreams, parseEventId, tooManyStreams } from './service.ts'
export { createStreamTicket, sweepStreamTickets } from './tickets.ts'
