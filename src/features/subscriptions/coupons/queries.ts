import { sql } from 'kysely'
import { columnNames } from '#core/schema.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import { Coupon } from './schemas.ts'

const columns = columnNames(Coupon)

type NewRow = Omit<Coupon, 'id' | 'redemptions' | 'created_at'> & { now: string }

export const coupons = {
  all: prepareList((q, _: object) => q.selectFrom('coupons').select(columns).orderBy('id', 'desc')),

  byCode: prepare((q, p: { code: string }) => q.selectFrom('coupons').select(columns).where('code', '=', p.code)),

  add: prepare((q, p: NewRow) =>
    q
      .insertInto('coupons')
      .values({
        code: p.code,
        percent_off: p.percent_off,
        amount_off: p.amount_off,
        expires_at: p.expires_at,
        max_redemptions: p.max_redemptions,
        plans: p.plans,
        created_at: p.now,
      })
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
