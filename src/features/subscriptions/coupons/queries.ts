import { sql } from 'kysely'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { couponRecord } from './record.ts'

const { columns, newRow } = couponRecord

type NewRow = WrittenValues<typeof couponRecord> & { now: string }

export const coupons = {
  all: prepareList((q, _: object) => q.selectFrom('coupons').select(columns).orderBy('id', 'desc')),

  byCode: prepare((q, p: { code: string }) => q.selectFrom('coupons').select(columns).where('code', '=', p.code)),

  add: prepare((q, p: NewRow) =>
    q
      .insertInto('coupons')
      .values(newRow(p, { created_at: p.now }))
      .returning(columns),
  ),

  /** Returns what the user bought with the coupon, or is about to buy; refunded purchases do not count. */
  usedBy: prepare((q, p: { user_id: number; code: string; since: string }) =>
    q
      .selectFrom('charges')
      .select('id')
      .where('user_id', '=', p.user_id)
      .where('created_at', '>=', p.since)
      .where('status', 'in', ['pending', 'succeeded'])
      .where('failure', 'is', null)
      .where(sql<string>`upper(details ->> 'coupon_code')`, '=', p.code)
      .limit(1),
  ),

  /** Takes one redemption if one is left. */
  redeem: prepare((q, p: { code: string }) =>
    q
      .updateTable('coupons')
      .set({ redemptions: sql<number>`redemptions + 1` })
      .where('code', '=', p.code)
      .where((eb) =>
        eb.or([eb('max_redemptions', 'is', null), eb('redemptions', '<', eb.ref('max_redemptions').$notNull())]),
      ),
  ),

  giveBack: prepare((q, p: { code: string }) =>
    q
      .updateTable('coupons')
      .set({ redemptions: sql<number>`redemptions - 1` })
      .where('code', '=', p.code)
      .where('redemptions', '>', 0),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('coupons').where('id', '=', p.id).returning(columns)),
}
