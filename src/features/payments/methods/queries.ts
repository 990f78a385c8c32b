import { measureRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import type { StoredAction } from '../actions.ts'
import { paymentMethodRecord } from './record.ts'

const { newRow } = paymentMethodRecord
const columns = [...paymentMethodRecord.columns, 'action_url', 'action_expires_at', 'phone_secret'] as const

interface Mine {
  user_id: number
  id: number
}

type NewRow = Omit<NewRowOf<typeof paymentMethodRecord>, 'created_at'> &
  StoredAction & { setup_id: string | null; setup_default: boolean; phone_secret: string | null; now: string }

export const paymentMethods = {
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('payment_methods')
      .values({
        ...newRow(p, { created_at: p.now }),
        action_url: p.action_url,
        action_expires_at: p.action_expires_at,
        setup_id: p.setup_id,
        setup_default: p.setup_default,
        phone_secret: p.phone_secret,
      })
      .returning(columns),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('payment_methods').select(columns).where('user_id', '=', p.user_id).orderBy('id'),
  ),

  size: prepare((q, p: { user_id: number }) =>
    q.selectFrom('payment_methods').select(measureRows('nickname')).where('user_id', '=', p.user_id),
  ),

  /** With the columns that a charge needs. */
  chargeable: prepare((q, p: Mine) =>
    q
      .selectFrom('payment_methods')
      .select(['id', 'gateway', 'token', 'nickname', 'brand', 'last4', 'provider', 'phone', 'country', 'setup_id'])
      .select('phone_secret')
      .where('id', '=', p.id)
      .where('user_id', '=', p.user_id),
  ),

  findDefault: prepare((q, p: { user_id: number }) =>
    q.selectFrom('payment_methods').select(['id']).where('user_id', '=', p.user_id).where('is_default', '=', true),
  ),

  findNewest: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('payment_methods')
      .select(['id'])
      .where('user_id', '=', p.user_id)
      .where('setup_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(1),
  ),

  /** A method that its owner has not confirmed yet. */
  unconfirmed: prepare((q, p: { id: number }) =>
    q
      .selectFrom('payment_methods')
      .select(['id', 'user_id', 'gateway', 'token', 'setup_id', 'setup_default', 'created_at'])
      .where('id', '=', p.id)
      .where('setup_id', 'is not', null),
  ),

  confirm: prepare((q, p: { id: number }) =>
    q
      .updateTable('payment_methods')
      .set({ setup_id: null, action_url: null, action_expires_at: null })
      .where('id', '=', p.id)
      .where('setup_id', 'is not', null),
  ),

  removeUnconfirmed: prepare((q, p: { id: number }) =>
    q.deleteFrom('payment_methods').where('id', '=', p.id).where('setup_id', 'is not', null),
  ),

  noDefault: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('payment_methods')
      .set({ is_default: false })
      .where('user_id', '=', p.user_id)
      .where('is_default', '=', true),
  ),

  makeDefault: prepare((q, p: Mine) =>
    q.updateTable('payment_methods').set({ is_default: true }).where('id', '=', p.id).where('user_id', '=', p.user_id),
  ),

  rename: prepare((q, p: Mine & { nickname: string }) =>
    q
      .updateTable('payment_methods')
      .set({ nickname: p.nickname })
      .where('id', '=', p.id)
      .where('user_id', '=', p.user_id),
  ),

  byId: prepare((q, p: Mine) =>
    q.selectFrom('payment_methods').select(columns).where('id', '=', p.id).where('user_id', '=', p.user_id),
  ),

  /** A method by its token at the gateway; the first one, because former releases could store a token twice. */
  byToken: prepare((q, p: { user_id: number; gateway: string; token: string }) =>
    q
      .selectFrom('payment_methods')
      .select(columns)
      .where('user_id', '=', p.user_id)
      .where('gateway', '=', p.gateway)
      .where('token', '=', p.token)
      .orderBy('id')
      .limit(1),
  ),

  remove: prepare((q, p: Mine) =>
    q
      .deleteFrom('payment_methods')
      .where('id', '=', p.id)
      .where('user_id', '=', p.user_id)
      .returning(['id', 'gateway', 'token', 'is_default', 'phone_secret']),
  ),

  /** Forgets the number of a deleted method in its charges, where no prompt is open. */
  forgetPhone: prepare((q, p: { user_id: number; phone_secret: string }) =>
    q
      .updateTable('charges')
      .set({ phone_secret: null })
      .where('user_id', '=', p.user_id)
      .where('phone_secret', '=', p.phone_secret)
      .where('status', '!=', 'pending'),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('payment_methods').where('user_id', '=', p.user_id)),
}

export const customers = {
  of: prepare((q, p: { user_id: number; gateway: string }) =>
    q
      .selectFrom('gateway_customers')
      .select('customer')
      .where('user_id', '=', p.user_id)
      .where('gateway', '=', p.gateway),
  ),

  add: prepare((q, p: { user_id: number; gateway: string; customer: string }) =>
    q
      .insertInto('gateway_customers')
      .values({ user_id: p.user_id, gateway: p.gateway, customer: p.customer })
      .onConflict((conflict) => conflict.columns(['user_id', 'gateway']).doNothing()),
  ),

  removeAll: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('gateway_customers').where('user_id', '=', p.user_id).returning(['gateway', 'customer']),
  ),
}
