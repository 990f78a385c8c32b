import { prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { type UnmatchedRow, unmatchedRecord } from './record.ts'

const { columns, newRow } = unmatchedRecord

type NewRow = Omit<NewRowOf<typeof unmatchedRecord>, 'status' | 'charge_id' | 'settled_at' | 'created_at'> & {
  now: string
}
type Status = UnmatchedRow['status']

export const unmatchedPayments = {
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('unmatched_payments')
      .values(newRow(p, { status: 'waiting', charge_id: null, settled_at: null, created_at: p.now }))
      .returning(columns),
  ),

  byReference: prepare((q, p: { gateway: string; method: UnmatchedRow['method']; reference: string }) =>
    q
      .selectFrom('unmatched_payments')
      .select('id')
      .where('gateway', '=', p.gateway)
      .where('method', '=', p.method)
      .where('reference', '=', p.reference),
  ),

  byId: prepare((q, p: { id: number }) => q.selectFrom('unmatched_payments').select(columns).where('id', '=', p.id)),

  list: prepareList((q, p: { status: Status }) =>
    q.selectFrom('unmatched_payments').select(columns).where('status', '=', p.status).orderBy('id', 'desc'),
  ),

  /** Takes money that waits; of two administrators at once, the first one gets it. */
  settle: prepare((q, p: { id: number; status: Status; charge_id: number | null; now: string }) =>
    q
      .updateTable('unmatched_payments')
      .set({ status: p.status, charge_id: p.charge_id, settled_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'waiting'),
  ),

  /** Keeps the money of a deleted account, without what may name the person. */
  anonymise: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('unmatched_payments')
      .set((eb) => ({ note: '', reference: eb.fn<string>('concat', [eb.val('deleted-'), 'id']) }))
      .where('charge_id', 'in', q.selectFrom('charges').select('id').where('user_id', '=', p.user_id)),
  ),
}
