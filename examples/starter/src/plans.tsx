/** Plans, and a payment by card. */

import type { Payment, Plan } from '@research-platform/client/contract'
import { useState } from 'react'
import { api } from './api.ts'
import { Field, Form, readTexts, useData } from './form.tsx'

const readPlans = async () => {
  const [plans, subscription] = await Promise.all([api.listPlans(), api.showSubscription()])
  return { plans: plans.data, subscription: subscription.data }
}

const formatPrice = (amount: number, currency: string) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)

export function Plans() {
  const { data, error, reload } = useData(readPlans)
  const [chosen, setChosen] = useState<Plan | null>(null)
  const [payment, setPayment] = useState<Payment | null>(null)
  if (data === null) return <p role="status">{error || 'Loading …'}</p>
  const choose = async (fields: FormData) => {
    if (chosen === null) return
    const { data: paid } = await pay(chosen, fields)
    setPayment(paid.payment)
    setChosen(null)
    reload()
  }
  return (
    <section>
      <h2>Plans</h2>
      {payment !== null && <PaymentState payment={payment} />}
      <ul>
        {data.plans.map((plan) => (
          <li key={plan.id}>
            <strong>{plan.name}</strong>, {formatPrice(plan.price, plan.currency)} a {plan.interval}
            {data.subscription.plan.id === plan.id ? (
              <p>This is your plan.</p>
            ) : (
              plan.price > 0 && (
                <button type="button" onClick={() => setChosen(plan)}>
                  Choose {plan.name}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <Form button={`Pay ${formatPrice(chosen.price, chosen.currency)}`} onSend={choose}>
          <Field name="card_number" label="Card number" inputMode="numeric" autoComplete="cc-number" />
          <Field name="expiry_month" label="Month" inputMode="numeric" autoComplete="cc-exp-month" />
          <Field name="expiry_year" label="Year" inputMode="numeric" autoComplete="cc-exp-year" />
          <Field name="cvv" label="Security code" inputMode="numeric" autoComplete="cc-csc" />
        </Form>
      )}
    </section>
  )
}

/** Stores the card and subscribes. With Stripe, its own fields make a `token`, which takes the place of the numbers. */
async function pay({ id }: Plan, fields: FormData) {
  const expiry = { expiry_month: Number(fields.get('expiry_month')), expiry_year: Number(fields.get('expiry_year')) }
  const card = { type: 'card', ...readTexts(fields, 'card_number', 'cvv'), ...expiry, is_default: true } as const
  const { data } = await api.addPaymentMethod({ body: card })
  return await api.subscribe({ body: { plan_id: id, payment_method_id: data.payment_method.id } })
}

/** A bank or a phone may ask for a confirmation first. */
function PaymentState({ payment: { status, amount, currency, action } }: { payment: Payment }) {
  if (action?.kind === 'redirect') return <a href={action.url}>Confirm the payment at your bank</a>
  if (action?.kind === 'prompt') return <p role="status">{action.message}</p>
  const price = formatPrice(amount, currency)
  return <p role="status">{status === 'succeeded' ? `You have paid ${price}.` : `${price} are on their way.`}</p>
}
