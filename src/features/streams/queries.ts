import { prepare } from '#database/query/prepare.ts'

interface NewTicket {
  ticket_hash: string
  user_id: number
  token_id: number
  expires_at: string
}

export const streamTickets = {
  /** Whether the access token of the ticket still exists. */
  token: prepare((q, p: { token_id: number }) =>
    q.selectFrom('access_tokens').select('id').where('id', '=', p.token_id),
  ),

  add: prepare((q, p: NewTicket) =>
    q.insertInto('stream_tickets').values({
      ticket_hash: p.ticket_hash,
      user_id: p.user_id,
      token_id: p.token_id,
      expires_at: p.expires_at,
    }),
  ),

  /** Redeems the ticket; of several concurrent requests, one gets it. */
  redeem: prepare((q, p: { ticket_hash: string; now: string }) =>
    q
      .deleteFrom('stream_tickets')
      .where('ticket_hash', '=', p.ticket_hash)
      .where('expires_at', '>', p.now)
      .returning(['user_id', 'token_id']),
  ),

  sweep: prepare((q, p: { now: string; most: number }) => {
    const expired = q.selectFrom('stream_tickets').select('ticket_hash').where('expires_at', '<=', p.now)
    return q.deleteFrom('stream_tickets').where('ticket_hash', 'in', expired.orderBy('expires_at').limit(p.most))
  }),
}
