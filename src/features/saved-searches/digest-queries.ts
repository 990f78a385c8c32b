import { prepare } from '#database/query/prepare.ts'

export const digests = {
  /** Users of whom a digest is due, and who had none since. */
  dueUsers: prepare((q, p: { now: string; since: string; limit: number }) =>
    q
      .selectFrom('saved_searches as due')
      .select('due.user_id')
      .distinct()
      // With it SQLite begins with the searches that are due, and does not read all of them.
      .where('due.due_at', 'is not', null)
      .where('due.due_at', '<=', p.now)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('saved_searches as recent')
              .select('recent.id')
              .whereRef('recent.user_id', '=', 'due.user_id')
              .where('recent.last_digest_at', '>', p.since),
          ),
        ),
      )
      .limit(p.limit),
  ),

  nextDue: prepare((q, p: { after: string }) =>
    q
      .selectFrom('saved_searches')
      .select('due_at')
      .where('due_at', 'is not', null)
      .where('due_at', '>', p.after)
      .orderBy('due_at')
      .limit(1),
  ),

  dueOfUser: prepare((q, p: { user_id: number; now: string }) =>
    q
      .selectFrom('saved_searches')
      .select(['id', 'kind', 'query'])
      .where('user_id', '=', p.user_id)
      .where('due_at', '<=', p.now)
      .orderBy('id'),
  ),

  clear: prepare((q, p: { id: number }) =>
    q.updateTable('saved_searches').set({ due_at: null }).where('id', '=', p.id),
  ),

  mark: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('saved_searches').set({ due_at: null, last_digest_at: p.now }).where('id', '=', p.id),
  ),
}
