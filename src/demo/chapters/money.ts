/** Payment methods, subscriptions in several states, a coupon and invoices. */

import type { Person } from '../client.ts'
import type { DemoUsers } from './people.ts'

export async function subscribeToPlans({
  admin,
  researcher,
  recruiter,
  student,
  learner,
  asha,
  omar,
  hannah,
}: DemoUsers) {
  await admin.post('/coupons', { code: 'WELCOME20', percent_off: 20, max_redemptions: 500 })
  await admin.put('/subscriptions/plans/professional', { prices: professionalPrices })
  await admin.post('/coupons', { code: 'ARCHIVE5', amount_off: 5, plans: ['professional'] })
  await subscribe(researcher, 'professional', await addCard(researcher, '4242424242424242'))
  await subscribe(recruiter, 'enterprise', await addCard(recruiter, '5555555555554444'), 'WELCOME20')
  // A card whose refund fails at first.
  await subscribe(hannah, 'professional', await addCard(hannah, '4000000000005126'))
  // A payment that the sandbox says it never had, for the comparison of the next night.
  await subscribe(omar, 'professional', await addCard(omar, '4000000000000259'))
  // In Nairobi, by phone and in shillings.
  await subscribe(asha, 'professional', await addMobileMoney(asha, 'mpesa', '+254712345600'))
  await admin.post('/admin/payments/unmatched', unmatched)
  await addMobileMoney(recruiter, 'mpesa', '+254712340000')
  await addMobileMoney(student, 'mtn', '+2348035550000')
  await addCard(learner, '4242424242424242')
}

/** A courtesy to the recruiter, and a refund that has failed and waits for a decision. */
export async function refundPayments({ admin, recruiter, hannah }: DemoUsers) {
  await refund(admin, recruiter, { amount: 10, reason: 'A courtesy for the outage of Monday.' })
  await refund(admin, hannah, { amount: 29, reason: 'Paid twice by mistake.' })
}

async function refund(admin: Person, { id }: Person, input: { amount: number; reason: string }) {
  const [payment] = await admin.get<{ id: number }[]>(`/admin/payments?user_id=${id}&status=succeeded`)
  if (payment !== undefined) await admin.post(`/admin/payments/${payment.id}/refund`, input)
}

/** A transfer without the name of its payer. */
const unmatched = {
  amount: 3_800,
  currency: 'KES',
  method: 'bank',
  reference: 'FT26015X41',
  received_on: '2026-01-15',
  note: 'The sender is “A. Wanjiru”, the purpose is empty.',
}

const professionalPrices = [
  { currency: 'USD', amount: 29 },
  { currency: 'KES', amount: 3_800 },
  { currency: 'UGX', amount: 107_000 },
  { currency: 'XOF', amount: 17_500 },
]

/** A subscription of one month, which ends about when the demonstration begins; its owner is notified. */
export async function seedSubscriptions({ learner }: DemoUsers) {
  const [method] = await learner.get<{ id: number }[]>('/payment-methods')
  if (method === undefined) return
  await subscribe(learner, 'professional', method.id)
  await learner.post('/subscriptions/cancel', { reason: 'I only wanted to try it.' })
}

interface MethodReply {
  payment_method: { id: number }
}

async function addCard(person: Person, card_number: string): Promise<number> {
  const numbers = { card_number, expiry_month: 11, expiry_year: 2060, cvv: '123' }
  const { payment_method } = await person.post<MethodReply>('/payment-methods', { type: 'card', ...numbers })
  return payment_method.id
}

async function addMobileMoney(person: Person, provider: string, phone: string): Promise<number> {
  const { payment_method } = await person.post<MethodReply>('/payment-methods', {
    type: 'mobile_money',
    provider,
    phone,
  })
  return payment_method.id
}

const subscribe = (person: Person, plan_id: string, payment_method_id: number, coupon_code: string | null = null) =>
  person.post('/subscriptions/subscribe', { plan_id, payment_method_id, coupon_code })
