import { prepare, prepareList } from '#database/query/prepare.ts'

interface NewInvitation {
  user_id: number
  invited_by: number | null
  email: string
  message: string
  token_hash: string
  now: string
  expires_at: string
}

const columns = [
  'invitations.id',
  'invitations.user_id',
  'invitations.email',
  'invitations.message',
  'invitations.invited_by',
  'invitations.sent_at',
  'invitations.expires_at',
  'invitations.accepted_at',
] as const

export const invitations = {
  add: prepare((q, p: NewInvitation) =>
    q
      .insertInto('invitations')
      .values({
        user_id: p.user_id,
        invited_by: p.invited_by,
        email: p.email,
        message: p.message,
        token_hash: p.token_hash,
        sent_at: p.now,
        expires_at: p.expires_at,
        accepted_at: null,
      })
      .returning('id'),
  ),

  /** Replaces the link, so that the former one no longer works. */
  renew: prepare((q, p: { user_id: number; message: string; token_hash: string; now: string; expires_at: string }) =>
    q
      .updateTable('invitations')
      .set({ message: p.message, token_hash: p.token_hash, sent_at: p.now, expires_at: p.expires_at })
      .where('user_id', '=', p.user_id)
      .where('accepted_at', 'is', null),
  ),

  byUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('invitations').select(columns).where('user_id', '=', p.user_id),
  ),

  byToken: prepare((q, p: { token_hash: string; now: string }) =>
    q
      .selectFrom('invitations')
      .select(columns)
      .where('token_hash', '=', p.token_hash)
      .where('expires_at', '>', p.now)
      .where('accepted_at', 'is', null),
  ),

  /** Accepts the invitation by its link; of several concurrent requests, one gets it. */
  redeem: prepare((q, p: { token_hash: string; now: string }) =>
    q
      .updateTable('invitations')
      .set({ accepted_at: p.now })
      .where('token_hash', '=', p.token_hash)
      .where('expires_at', '>', p.now)
      .where('accepted_at', 'is', null)
      .returning(['user_id', 'email']),
  ),

  /** Accepts the invitation of a user who has proven the address in another way. */
  complete: prepare((q, p: { user_id: number; now: string }) =>
    q
      .updateTable('invitations')
      .set({ accepted_at: p.now })
      .where('user_id', '=', p.user_id)
      .where('accepted_at', 'is', null),
  ),

  expired: prepare((q, p: { user_id: number; now: string }) =>
    q
      .selectFrom('invitations')
      .select('id')
      .where('user_id', '=', p.user_id)
      .where('accepted_at', 'is', null)
      .where('expires_at', '<=', p.now),
  ),

  /** Invitations that are not accepted, the newest first. */
  open: prepareList((q, _: object) =>
    q
      .selectFrom('invitations')
      .innerJoin('users', 'users.id', 'invitations.user_id')
      .leftJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
      .select([...columns, 'users.name', 'users.role', 'inviter.name as inviter_name'])
      .where('invitations.accepted_at', 'is', null)
      .orderBy('invitations.id', 'desc'),
  ),

  exportForUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('invitations')
      .select(['email', 'message', 'sent_at', 'expires_at', 'accepted_at'])
      .where('user_id', '=', p.user_id),
  ),

  exportForInviter: prepare((q, p: { invited_by: number }) =>
    q
      .selectFrom('invitations')
      .select(['user_id', 'message', 'sent_at', 'accepted_at'])
      .where('invited_by', '=', p.invited_by)
      .orderBy('id'),
  ),

  /** Erases what an inviter wrote. */
  eraseMessages: prepare((q, p: { invited_by: number }) =>
    q.updateTable('invitations').set({ message: '', invited_by: null }).where('invited_by', '=', p.invited_by),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('invitations').where('user_id', '=', p.user_id)),
}
