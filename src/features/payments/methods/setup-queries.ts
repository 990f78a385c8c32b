import { prepare } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { type MethodSetupRow, methodSetupRecord } from './setup-record.ts'

const { columns, newRow } = methodSetupRecord
const taskColumns = [...columns, 'user_id', 'gateway', 'session_id'] as const

type NewRow = Pick<
  NewRowOf<typeof methodSetupRecord>,
  'user_id' | 'type' | 'gateway' | 'next' | 'is_default' | 'expires_at'
> & { now: string }

const notBegun = { status: 'open', url: null, payment_method_id: null, session_id: null, ended_at: null } as const

export const methodSetups = {
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('method_setups')
      .values(newRow(p, { ...notBegun, created_at: p.now }))
      .returning(taskColumns),
  ),

  byId: prepare((q, p: { id: number; user_id: number }) =>
    q.selectFrom('method_setups').select(taskColumns).where('id', '=', p.id).where('user_id', '=', p.user_id),
  ),

  /** A page that may still be used. */
  findOpen: prepare((q, p: { id: number }) =>
    q.selectFrom('method_setups').select(taskColumns).where('id', '=', p.id).where('status', '=', 'open'),
  ),

  countOpen: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('method_setups')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('user_id', '=', p.user_id)
      .where('status', '=', 'open'),
  ),

  /** Stores the page that the gateway has made. */
  begin: prepare((q, p: { id: number; session_id: string; url: string }) =>
    q
      .updateTable('method_setups')
      .set({ session_id: p.session_id, url: p.url })
      .where('id', '=', p.id)
      .where('status', '=', 'open')
      .returning(columns),
  ),

  /** Removes a page that the gateway did not make, as far as is known. */
  removeUnbegun: prepare((q, p: { id: number }) =>
    q.deleteFrom('method_setups').where('id', '=', p.id).where('session_id', 'is', null),
  ),

  /** Ends a page once: the first who knows what became of it. */
  end: prepare((q, p: { id: number; status: MethodSetupRow['status']; now: string }) =>
    q
      .updateTable('method_setups')
      .set({ status: p.status, url: null, ended_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'open'),
  ),

  link: prepare((q, p: { id: number; payment_method_id: number }) =>
    q.updateTable('method_setups').set({ payment_method_id: p.payment_method_id }).where('id', '=', p.id),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('method_setups').select(columns).where('user_id', '=', p.user_id).orderBy('id'),
  ),

  removeAll: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('method_setups').where('user_id', '=', p.user_id).returning(['status', 'gateway', 'session_id']),
  ),

  sweep: prepare((q, p: { until: string }) => q.deleteFrom('method_setups').where('ended_at', '<', p.until)),
}
