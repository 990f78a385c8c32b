import { forbidden, notFound } from '#core/problem.ts'
import {
  goneMethod,
  otherCurrencyOfMethod,
  PurchasePreview,
  paymentRunning,
  unconfirmedMethod,
  unknownMethod,
} from '#features/payments/index.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import {
  expiredCoupon,
  otherCurrencyCoupon,
  otherPlanCoupon,
  spentCoupon,
  unknownCoupon,
  usedUpCoupon,
} from './coupons/service.ts'
import type { LimitedResource } from './limited-resources.ts'
import { checkSubscription, subscribe } from './new-subscription.ts'
import { showSubscriptionPreview } from './preview.ts'
import { freeNeedsNothing, oldPreview, otherCurrency, presentPlan, unknownPlan } from './quote.ts'
import { nothingDue, payRenewal } from './renewal-payment.ts'
import {
  Canceled,
  Cancellation,
  NewSubscription,
  RenewalPayment,
  Resumption,
  Subscribed,
  Subscription,
  SubscriptionPreview,
  SubscriptionQuery,
} from './schemas.ts'
import {
  cancelSubscription,
  nothingToCancel,
  nothingToResume,
  resumeSubscription,
  showSubscription,
} from './service.ts'

const planProblems = [unknownPlan, freeNeedsNothing, presentPlan, otherCurrency]
const couponProblems = [unknownCoupon, expiredCoupon, usedUpCoupon, spentCoupon, otherPlanCoupon, otherCurrencyCoupon]

/** `counted` are the entitlements that other features count. */
export const subscriptionRoutes = (counted: readonly LimitedResource[]) =>
  routes('Subscriptions and payments', [
    route('GET /subscriptions/current', {
      config: { access: 'signed-in', scope: 'billing:read' },
      operationId: 'showSubscription',
      summary: 'Show my subscription',
      description:
        'The free plan if there is no paid one. `usage` contains the used part of each limit. With `company_id` that of a company: its plan limits ' +
        'the open posts, searches and members of the company together; without one the plans of its recruiters count.',
      query: SubscriptionQuery,
      response: responds(200, Subscription, forbidden, notFound),
      run: (ctx, query) => showSubscription(ctx, counted, query),
    }),
    route('POST /subscriptions/preview', {
      config: {
        access: 'signed-in',
        scope: 'billing:read',
        message: 'This is what it costs.',
        check: checkSubscription,
      },
      summary: 'Show what a plan would cost',
      description:
        'The total that `POST /subscriptions/subscribe` charges for the same plan, payment method and coupon; with `quoted_at` also some ' +
        'minutes later. Nothing is charged or stored, and no coupon is used, but wrong coupon codes count as in a purchase.',
      body: SubscriptionPreview,
      response: responds(
        200,
        PurchasePreview,
        ...planProblems,
        unknownMethod,
        goneMethod,
        unconfirmedMethod,
        otherCurrencyOfMethod,
        otherCurrencyOfMethod,
        ...couponProblems,
        forbidden,
        notFound,
      ),
      run: showSubscriptionPreview,
    }),
    route('POST /subscriptions/subscribe', {
      config: { access: 'signed-in', scope: null, message: 'Thank you for subscribing.', check: checkSubscription },
      operationId: 'subscribe',
      summary: 'Subscribe to a plan, or change to another one',
      description:
        'Charges immediately. When one paid plan is changed to another, the unused time is credited. A ' +
        '`pending` payment is confirmed later; until then the current plan continues. Send an ' +
        '`Idempotency-Key` to make repetitions safe. With `company_id` the plan belongs to the company, for which I pay as its owner or admin.',
      body: NewSubscription,
      response: responds(
        201,
        Subscribed,
        ...planProblems,
        unknownMethod,
        goneMethod,
        unconfirmedMethod,
        goneMethod,
        otherCurrencyOfMethod,
        paymentRunning,
        ...couponProblems,
        oldPreview,
        forbidden,
        notFound,
      ),
      run: (ctx, body) => subscribe(ctx, body, counted),
    }),
    route('POST /subscriptions/pay', {
      config: { access: 'signed-in', scope: null, message: 'Thank you for your payment.' },
      operationId: 'payRenewal',
      summary: 'Pay a renewal that is past due',
      description:
        'For a subscription that is `past_due`, with a payment method of mine or the default one: charges its next period now, while ' +
        'I am present, so that my bank may ask me to confirm it (`payment.action`). The retries go on if I do not.',
      body: RenewalPayment,
      response: responds(
        200,
        Subscribed,
        nothingDue,
        unknownMethod,
        goneMethod,
        unconfirmedMethod,
        otherCurrencyOfMethod,
        paymentRunning,
        forbidden,
        notFound,
      ),
      run: (ctx, body) => payRenewal(ctx, body, counted),
    }),
    route('POST /subscriptions/cancel', {
      config: { access: 'signed-in', scope: null, message: 'The subscription is canceled.' },
      summary: 'Cancel my subscription',
      description: 'At the end of the paid period, or immediately and without a refund.',
      body: Cancellation,
      response: responds(200, Canceled, nothingToCancel, forbidden, notFound),
      run: cancelSubscription,
    }),
    route('POST /subscriptions/resume', {
      config: { access: 'signed-in', scope: null, message: 'The subscription continues.' },
      operationId: 'resumeSubscription',
      summary: 'Undo a cancellation that has not taken effect',
      description:
        'The subscription renews again at the end of its period. Nothing is charged now. 422 if there is no cancellation. Who resumes the plan of ' +
        'a company pays for it from then on.',
      body: Resumption,
      response: responds(
        200,
        Subscription,
        nothingToResume,
        unknownMethod,
        goneMethod,
        unconfirmedMethod,
        forbidden,
        notFound,
      ),
      run: (ctx, body) => resumeSubscription(ctx, counted, body),
    }),
  ])
