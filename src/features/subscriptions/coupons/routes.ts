import { notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Coupon, CouponQuery, NewCoupon } from './schemas.ts'
import { addCoupon, checkNewCoupon, codeTaken, deleteCoupon, listCoupons } from './service.ts'

export const couponRoutes = routes('Subscriptions and payments', [
  route('GET /coupons', {
    config: { access: ['admin'], scope: 'admin:read' },
    summary: 'List the coupons',
    description: 'Newest first.',
    query: CouponQuery,
    response: respondsPage(Coupon),
    run: listCoupons,
  }),
  route('POST /coupons', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The coupon is added.', check: checkNewCoupon },
    summary: 'Add a coupon',
    description: 'With `percent_off` or `amount_off`. It applies to the first charge of a plan, once per user.',
    body: NewCoupon,
    response: responds(201, Coupon, codeTaken),
    run: addCoupon,
  }),
  route('DELETE /coupons/:id', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The coupon is deleted.' },
    summary: 'Delete a coupon',
    description: 'Existing purchases do not change.',
    response: respondsMessage(notFound),
    run: deleteCoupon,
  }),
])
