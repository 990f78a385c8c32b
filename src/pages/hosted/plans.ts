/** The HTML of plans: the present one, all of them, and what one of them would cost. */

import { type Html, html } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatDay, formatMoney } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { PaymentMethod, Plan, PurchasePreview, Subscription } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { type RefusedForm, renderOperationForm, renderRefusal } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import { listMethods } from './payments.ts'
import type { Visit } from './visit.ts'

type SubscribedPlan = Subscription['plan']

const usageNames = {
  job_postings: 'Open job posts',
  candidate_searches: 'Candidate searches this month',
  team_members: 'People in a team',
} as const satisfies Record<string, PlainTemplate>

/** The names of what a plan limits, in their order. */
const usageKinds = Object.keys(usageNames) as (keyof typeof usageNames)[]

const formatPrice = ({ wording }: Writer, amount: number, currency: string): string =>
  formatMoney(toMinorUnits(amount, currency), currency, wording)

/** Returns the price of a plan with its interval. */
export function describePrice(writer: Writer, { price, currency, interval }: SubscribedPlan): string {
  if (price === 0) return writer.write('Free of charge')
  const amount = { verbatim: formatPrice(writer, price, currency) }
  return interval === 'month'
    ? writer.write('{amount} a month', { amount })
    : writer.write('{amount} a year', { amount })
}

function describeUsage({ write }: Writer, { used, limit }: Subscription['usage'][keyof typeof usageNames]): string {
  return limit < 0 ? write('{used}, without a limit', { used }) : write('{used} of {limit}', { used, limit })
}

function describeEnd({ write, wording }: Writer, { next_billing_date, expires_at }: Subscription): string | null {
  if (expires_at !== null) return write('It ends on {day}.', { day: { verbatim: formatDay(expires_at, wording) } })
  if (next_billing_date === null) return null
  return write('It renews on {day}.', { day: { verbatim: formatDay(next_billing_date, wording) } })
}

/** Renders the present plan: what it costs, how much of it is used, and the ways to end it or to keep it. */
export function renderSubscription(here: Visit, subscription: Subscription, refused: RefusedForm | undefined): Html {
  const { writer } = here.frame
  const { write } = writer
  const { plan, status, expires_at, usage } = subscription
  const end = describeEnd(writer, subscription)
  return html`<section class="card" id="present"><h2>${write('Your plan is {plan}', { plan: { verbatim: plan.name } })}</h2>
<p>${describePrice(writer, plan)}${end !== null && html` · ${end}`}</p>
<dl>${usageKinds.map((kind) => html`<div><dt>${write(usageNames[kind])}</dt><dd>${describeUsage(writer, usage[kind])}</dd></div>`)}</dl>
${status === 'past_due' && html`<p class="alert">${write('The last payment did not go through. You keep your plan for now.')}</p>`}
${status === 'past_due' && renderForm(writer, { hidden: { act: 'pay' }, button: 'Pay now' })}
${expires_at !== null && renderForm(writer, { hidden: { act: 'resume' }, button: 'Keep the plan' })}
${plan.price > 0 && expires_at === null ? renderCancelForm(here, refused) : renderRefusal(refused)}</section>`
}

const ofPage = 'It is that of the page.'

export const cancellation = defineForm('POST /subscriptions/cancel', {
  groups: ['reason', 'cancel_immediately'],
  widgets: {
    reason: { label: 'Why (optional)' },
    cancel_immediately: { label: 'End it today, and not at the end of the paid time.' },
  },
  leftOut: { company_id: ofPage },
})

function renderCancelForm(here: Visit, refused: RefusedForm | undefined): Html {
  const isUnfolded = refused !== undefined || here.keptForm !== null
  const form = renderOperationForm(here, cancellation, {
    button: 'Cancel the plan',
    isQuiet: true,
    hidden: { act: 'cancel' },
    anchor: 'present',
    refused,
  })
  return html`<details${isUnfolded && html` open`}><summary>${here.frame.writer.write('Cancel the plan')}</summary>
${form}</details>`
}

interface Plans {
  plans: readonly Plan[]
  /** The plan of the visitor; null without an account. */
  present: SubscribedPlan | null
  /** The address of the list. */
  path: string
}

/** Renders all plans. The popular one is highlighted for people without a paid plan. */
export function renderPlans(writer: Writer, { plans, present, path }: Plans): Html {
  const { write } = writer
  return html`<section><h2>${write('All plans')}</h2><ul class="rows plans">${plans.map((plan) => {
    const { id, name, description, features, popular, price } = plan
    const isPresent = id === present?.id
    const isLoud = popular && (present?.price ?? 0) === 0
    return html`<li><h3><bdi>${name}</bdi>${popular && html` <span class="tag">${write('Popular')}</span>`}</h3>
<p><strong>${describePrice(writer, plan)}</strong></p>
${renderOtherPrices(writer, plan)}
<p class="soft" dir="auto">${description}</p>
<ul>${features.map((feature) => html`<li dir="auto">${feature}</li>`)}</ul>
${isPresent && html`<p class="soft">${write('This is your plan.')}</p>`}${!isPresent && price > 0 && html`<p><a class="button${isLoud ? '' : ' quiet'}" href="${path}/${id}" aria-label="${write('Choose {plan}', { plan: { verbatim: name } })}">${write('Choose')}</a></p>`}</li>
`
  })}</ul></section>`
}

/** The prices in other currencies, which phones of other countries pay. */
function renderOtherPrices(writer: Writer, { prices, currency: first }: Plan): Html | null {
  const others = prices.filter(({ currency }) => currency !== first)
  if (others.length === 0) return null
  return html`<p class="soft">${others.map(({ amount, currency }) => formatPrice(writer, amount, currency)).join(' · ')}</p>`
}

/** Renders what a plan would cost, line by line. */
export function renderPreview(writer: Writer, preview: PurchasePreview): Html {
  const { write, wording } = writer
  const { currency, lines, tax, total, next_charge } = preview
  const renderLine = (title: string, amount: number) =>
    html`<tr><th scope="row"><bdi>${title}</bdi></th><td class="number">${formatPrice(writer, amount, currency)}</td></tr>\n`
  const taxTitle = write('Included: {tax} {rate} %', { tax: { verbatim: tax.name }, rate: tax.rate })
  return html`<section class="card" id="price"><h2>${write('What you pay')}</h2><table class="items"><tbody>
${lines.map(({ title, amount }) => renderLine(title, amount))}</tbody><tfoot>
<tr><th scope="row"><strong>${write('Today')}</strong></th><td class="number"><strong>${formatPrice(writer, total, currency)}</strong></td></tr>
${tax.amount > 0 && renderLine(taxTitle, tax.amount)}</tfoot></table>
${tax.note !== '' && html`<p class="soft" dir="auto">${tax.note}</p>`}
${
  next_charge &&
  html`<p class="soft">${write('Then {amount} on {day}, until you cancel.', {
    amount: { verbatim: formatPrice(writer, next_charge.amount, currency) },
    day: { verbatim: formatDay(next_charge.date, wording) },
  })}</p>`
}</section>`
}

export const purchase = defineForm('POST /subscriptions/subscribe', {
  groups: ['payment_method_id', 'coupon_code'],
  widgets: {
    payment_method_id: { label: 'Pay with', isRequired: true },
    coupon_code: { label: 'Coupon (optional)' },
  },
  leftOut: { plan_id: ofPage, company_id: ofPage, quoted_at: 'It is that of the price that was shown.' },
})

/** The fields of the form that buys a plan. */
export const purchaseFields = ['payment_method_id', 'coupon_code'] as const

/** What the price depends on, as it was entered. */
export type Choices = Readonly<Record<(typeof purchaseFields)[number], string>>

interface PurchaseForm {
  methods: readonly PaymentMethod[]
  /** What is shown above the form; null when it could not be calculated. */
  preview: PurchasePreview | null
  values: Choices
  refused: RefusedForm | undefined
}

/** Renders the form with which a person sees the price for other choices, and pays the one that is shown. */
export function renderPurchaseForm(here: Visit, { methods, preview, values, refused }: PurchaseForm): Html {
  const { writer } = here.frame
  const quoted = [
    ['quoted_at', preview?.quoted_at] as const,
    ...purchaseFields.map((name) => [`quoted_${name}`, values[name]] as const),
  ]
  const form = renderOperationForm(here, purchase, {
    head: quoted.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`),
    button: html`${
      preview &&
      html`<button name="act" value="subscribe">${writer.write('Pay {amount}', {
        amount: { verbatim: formatPrice(writer, preview.total, preview.currency) },
      })}</button>`
    }
<button class="quiet" name="act" value="preview">${writer.write('Show the price again')}</button>`,
    object: values,
    choices: { payment_method_id: listMethods(writer, methods) },
    refused,
  })
  return html`<section class="card">${form}</section>`
}
