import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Coupon, CouponQuery, NewCoupon } from './schemas.ts'
import { addCoupon, checkNewCoupon, codeTaken, deleteCoupon, listCoupons } from './service.ts'

const tags = ['Subscriptions and payments']

export const couponRoutes: Routes = (app) => {
  app.get('/coupons', {
    config: { access: ['admin'], scope: 'admin:read' },
    schema: {
      operationId: 'listCoupons',
      summary: 'List the coupons',
      description: 'Newest first.',
      tags,
      querystring: CouponQuery,
      response: respondsPage(Coupon),
    },
    handler: (request) => listCoupons(request.ctx, request.query),
  })

  app.post('/coupons', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The coupon is added.', check: checkNewCoupon },
    schema: {
      operationId: 'addCoupon',
      summary: 'Add a coupon',
      description: 'With `percent_off` or `amount_off`. It applies to the first charge of a plan, once per user.',
      tags,
      body: NewCoupon,
      response: responds(201, Coupon, codeTaken),
    },
    handler: (request) => addCoupon(request.ctx, request.body),
  })

  app.delete('/coupons/:id', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The coupon is deleted.' },
    schema: {
      operationId: 'deleteCoupon',
      summary: 'Delete a coupon',
      description: 'Existing purchases do not change.',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => deleteCoupon(request.ctx, request.params.id),
  })
}
