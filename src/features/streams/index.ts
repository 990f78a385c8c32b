/** Streams of server-sent events: the hub that serves them, and the tickets that open them without a header. */

export {
  allUsers,
  type EventBatch,
  type EventSource,
  type FindValidTokens,
  type Follower,
  type Holder,
  type Known,
} from './follower.ts'
export { Hub } from './hub.ts'
export { StreamQuery, StreamTicket } from './schemas.ts'
export { authenticateStream, mostStreams, parseEventId, tooManyStreams } from './service.ts'
export { createStreamTicket, sweepStreamTickets } from './tickets.ts'
