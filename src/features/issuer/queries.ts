import { prepare } from '#database/query/prepare.ts'

const columns = ['id', 'public_key', 'secret_key', 'created_at', 'retired_at'] as const

export const issuerKeys = {
  active: prepare((q) => q.selectFrom('issuer_keys').select(columns).where('active', '=', 1)),

  all: prepare((q) => q.selectFrom('issuer_keys').select(columns).orderBy('id')),

  /** Does nothing when another instance has added one at the same time. */
  add: prepare((q, p: { public_key: string; secret_key: string; now: string }) =>
    q
      .insertInto('issuer_keys')
      .values({ public_key: p.public_key, secret_key: p.secret_key, active: 1, created_at: p.now, retired_at: null })
      .onConflict((conflict) => conflict.doNothing()),
  ),

  retire: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('issuer_keys').set({ active: null, retired_at: p.now }).where('id', '=', p.id),
  ),
}
