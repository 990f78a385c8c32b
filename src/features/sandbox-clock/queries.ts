import { prepare } from '#database/query/prepare.ts'

export const sandboxClock = {
  get: prepare((q) => q.selectFrom('sandbox_clock').select('ahead_ms').where('id', '=', 1)),

  set: prepare((q, p: { ahead_ms: number }) =>
    q
      .insertInto('sandbox_clock')
      .values({ id: 1, ahead_ms: p.ahead_ms })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ahead_ms: p.ahead_ms })),
  ),
}
