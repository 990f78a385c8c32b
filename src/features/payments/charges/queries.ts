import { prepare } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import type { ActionKind } from '../actions.ts'
import { type Charge, chargeRecord } from './record.ts'

const { newRow } = chargeRecord
const columns = [
  ...chargeRecord.columns,
  ...(['key', 'covers', 'customer', 'method_token', 'present', 'needs_person'] as const),
  ...([
    'action_kind',
    'action_url',
    'action_expires_at',
    'prompted_at',
    'method_country',
    'phone_secret',
    'account_reference',
    'receipt',
  ] as const),
] as const

type NewCharge = Omit<
  NewRowOf<typeof chargeRecord>,
  'status' | 'failure' | 'payment_id' | 'created_at' | 'settled_at'
> & { present: boolean; now: string }
type AskedCharge = NewCharge & Pick<Charge, 'phone_secret' | 'prompted_at' | 'account_reference' | 'method_country'>

interface NotedAction {
  action_kind: ActionKind | null
  action_url: string | null
  action_expires_at: string | null
}

export const charges = {
  add: prepare((q, p: AskedCharge) =>
    q
      .insertInto('charges')
      .values({
        ...newRow(p, { status: 'pending', failure: null, payment_id: null, created_at: p.now, settled_at: null }),
        present: p.present,
        method_country: p.method_country,
        phone_secret: p.phone_secret,
        prompted_at: p.prompted_at,
        account_reference: p.account_reference,
      })
      .returning(columns),
  ),

  /** Adds a payment that was received by hand. */
  addManual: prepare((q, p: NewCharge & { reference: string; received_on: string }) =>
    q
      .insertInto('charges')
      .values({
        ...newRow(p, { status: 'pending', failure: null, payment_id: null, created_at: p.now, settled_at: null }),
        present: p.present,
        reference: p.reference,
        received_on: p.received_on,
      })
      .returning(columns),
  ),

  byId: prepare((q, p: { id: number }) => q.selectFrom('charges').select(columns).where('id', '=', p.id)),

  byKey: prepare((q, p: { gateway: string; key: string }) =>
    q.selectFrom('charges').select(['id', 'purpose']).where('key', '=', p.key).where('gateway', '=', p.gateway),
  ),

  pending: prepare((q, _: object) =>
    q.selectFrom('charges').select(['id', 'purpose']).where('status', '=', 'pending').orderBy('id'),
  ),

  pendingIn: prepare((q, p: { slot: string }) =>
    q.selectFrom('charges').select(['id']).where('slot', '=', p.slot).where('status', '=', 'pending'),
  ),

  listPendingByUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('charges').select(['id']).where('user_id', '=', p.user_id).where('status', '=', 'pending').limit(1),
  ),

  notePayment: prepare((q, p: NotedAction & { id: number; payment_id: string | null }) =>
    q
      .updateTable('charges')
      .set({
        payment_id: p.payment_id,
        action_kind: p.action_kind,
        action_url: p.action_url,
        action_expires_at: p.action_expires_at,
      })
      .where('id', '=', p.id)
      .where('status', '=', 'pending'),
  ),

  /** Begins another prompt for a pending charge of which nothing came. Of concurrent ones the first wins, also with the same key. */
  beginPrompt: prepare((q, p: { id: number; before: string; kind: ActionKind; key: string; now: string }) =>
    q
      .updateTable('charges')
      .set({
        key: p.key,
        payment_id: null,
        action_kind: null,
        action_expires_at: null,
        prompted_at: p.now,
      })
      .where('id', '=', p.id)
      .where('status', '=', 'pending')
      .where('key', '=', p.before)
      .where('action_kind', '=', p.kind)
      .returning(columns),
  ),

  byAccount: prepare((q, p: { gateway: string; account_reference: string }) =>
    q
      .selectFrom('charges')
      .select(columns)
      .where('account_reference', '=', p.account_reference)
      .where('gateway', '=', p.gateway),
  ),

  byReceipt: prepare((q, p: { gateway: string; receipt: string }) =>
    q.selectFrom('charges').select(['id']).where('receipt', '=', p.receipt).where('gateway', '=', p.gateway),
  ),

  /** Records a receipt; the first one counts. */
  noteReceipt: prepare((q, p: { id: number; receipt: string; payment_id: string }) =>
    q
      .updateTable('charges')
      .set({ receipt: p.receipt, payment_id: p.payment_id })
      .where('id', '=', p.id)
      .where('receipt', 'is', null),
  ),

  /** Records the id of a prompt whose answer was lost. */
  notePrompt: prepare((q, p: { id: number; key: string; payment_id: string }) =>
    q
      .updateTable('charges')
      .set({ payment_id: p.payment_id })
      .where('id', '=', p.id)
      .where('key', '=', p.key)
      .where('payment_id', 'is', null),
  ),

  /** A payment of a user. */
  mine: prepare((q, p: { id: number; user_id: number }) =>
    q.selectFrom('charges').select(columns).where('id', '=', p.id).where('user_id', '=', p.user_id),
  ),

  succeed: prepare((q, p: { id: number; payment_id: string | null; now: string }) =>
    q
      .updateTable('charges')
      .set({ status: 'succeeded', payment_id: p.payment_id, failure: null, settled_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'pending')
      .returning(columns),
  ),

  /**
   * The payment succeeded after it was recorded as failed. The charge covers nothing any more, because another may have
   * replaced it.
   */
  succeedLate: prepare((q, p: { id: number; payment_id: string | null; now: string }) =>
    q
      .updateTable('charges')
      .set({ status: 'succeeded', covers: null, payment_id: p.payment_id, failure: null, settled_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'failed')
      .returning(columns),
  ),

  fail: prepare(
    (q, p: { id: number; payment_id: string | null; failure: string; needs_person: boolean; now: string }) =>
      q
        .updateTable('charges')
        .set({
          status: 'failed',
          payment_id: p.payment_id,
          failure: p.failure,
          needs_person: p.needs_person,
          settled_at: p.now,
        })
        .where('id', '=', p.id)
        .where('status', '=', 'pending')
        .returning(columns),
  ),

  /** It is recorded as paid until the refund succeeded. */
  noteUnused: prepare((q, p: { id: number; failure: string }) =>
    q.updateTable('charges').set({ failure: p.failure }).where('id', '=', p.id),
  ),

  /** Stores what was refunded of a payment that was received. */
  setRefunded: prepare(
    (q, p: { id: number; refunded_amount: number; status: 'succeeded' | 'refunded'; covers: string | null }) =>
      q
        .updateTable('charges')
        .set({ refunded_amount: p.refunded_amount, status: p.status, covers: p.covers })
        .where('id', '=', p.id)
        .where('status', 'in', ['succeeded', 'refunded'])
        .returning(columns),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('charges')
      .select(['id', 'amount', 'currency', 'status', 'failure', 'title', 'method_label', 'created_at'])
      .select(['reference', 'received_on'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  anonymise: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('charges')
      .set({ method_label: '', reference: null, phone_secret: null })
      .where('user_id', '=', p.user_id),
  ),
}

export const gatewayEvents = {
  add: prepare((q, p: { gateway: string; event: string; now: string }) =>
    q
      .insertInto('gateway_events')
      .values({ gateway: p.gateway, event: p.event, received_at: p.now })
      .onConflict((conflict) => conflict.columns(['gateway', 'event']).doNothing()),
  ),

  sweep: prepare((q, p: { until: string }) => q.deleteFrom('gateway_events').where('received_at', '<', p.until)),
}
