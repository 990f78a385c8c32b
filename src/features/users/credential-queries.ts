import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'

export const credentials = {
  /** Some hash of the twenty users at the part of all ids; `part` is from 0 to 1. */
  hashAt: prepare((q, p: { part: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('users')
          .select(['id', 'password_hash'])
          .where(
            'id',
            '>=',
            sql<number>`cast((select max(id) from users) * cast(${p.part} as double precision) as bigint)`,
          )
          .orderBy('id')
          .limit(20)
          .as('near'),
      )
      .select('password_hash')
      .where('password_hash', 'is not', null)
      .orderBy('id')
      .limit(1),
  ),

  setPassword: prepare((q, p: { id: number; password_hash: string | null; now: string }) =>
    q.updateTable('users').set({ password_hash: p.password_hash, updated_at: p.now }).where('id', '=', p.id),
  ),

  setEmail: prepare((q, p: { id: number; email: string; now: string }) =>
    q
      .updateTable('users')
      .set({
        email: p.email,
        pending_email: null,
        email_verified_at: p.now,
        email_bounced_at: null,
        updated_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  removeEmail: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('users')
      .set({ email: null, email_bounced_at: null, updated_at: p.now })
      .where('id', '=', p.id)
      .where('email_verified_at', 'is', null),
  ),

  forgetPendingEmail: prepare((q, p: { id: number }) =>
    q.updateTable('users').set({ pending_email: null }).where('id', '=', p.id),
  ),

  verifyEmail: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('users').set({ email_verified_at: p.now, updated_at: p.now }).where('id', '=', p.id),
  ),
}
