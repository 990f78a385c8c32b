/** The HTML of plans: the present one, all of them, and what one of them would cost. */

import { type Html, html } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatAmount, formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { PaymentMethod, Plan, PurchasePreview, Subscription } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { type FormState, renderCheckbox, renderSelect, renderTextArea, renderTextField } from './fields.ts'
import { describeMethod } from './payments.ts'

type Priced = Subscription['plan']

const usageNames = {
  job_postings: 'Open job posts',
  candidate_searches: 'Candidate searches this month',
  team_members: 'People in a team',
} as const satisfies Record<string, PlainTemplate>

/** The names of what a plan limits, in their order. */
const usageKinds = Object.keys(usageNames) as (keyof typeof usageNames)[]

const formatPrice = ({ wording }: Writer, amount: number, currency: string): string =>
  formatAmount(toMinorUnits(amount, currency), currency, wording)

function describePrice(writer: Writer, { price, currency, interval }: Priced): string {
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
export function renderSubscription(state: FormState, subscription: Subscription): Html {
  const { writer } = state
  const { write } = writer
  const { plan, status, expires_at, usage } = subscription
  const end = describeEnd(writer, subscription)
  return html`<section class="card" id="present"><h2>${write('Your plan is {plan}', { plan: { verbatim: plan.name } })}</h2>
<p>${describePrice(writer, plan)}${end !== null && html` · ${end}`}</p>
<dl>${usageKinds.map((kind) => html`<div><dt>${write(usageNames[kind])}</dt><dd>${describeUsage(writer, usage[kind])}</dd></div>`)}</dl>
${status === 'past_due' && html`<p class="alert">${write('The last payment did not go through. You keep your plan for now.')}</p>`}
${status === 'past_due' && renderAct(writer, 'pay', 'Pay now')}
${expires_at !== null && renderAct(writer, 'resume', 'Keep the plan')}
${plan.price > 0 && expires_at === null && renderCancelForm(state)}</section>`
}

const renderAct = ({ write }: Writer, act: 'pay' | 'resume', button: PlainTemplate): Html =>
  html`<form method="post"><input type="hidden" name="act" value="${act}"><button>${write(button)}</button></form>`

function renderCancelForm(state: FormState): Html {
  const { write } = state.writer
  const isUnfolded = Object.keys(state.errors).length > 0
  return html`<details${isUnfolded && html` open`}><summary>${write('Cancel the plan')}</summary>
<form class="stacked" method="post" action="#present"><input type="hidden" name="act" value="cancel">
${renderTextArea(state, { name: 'reason', label: 'Why (optional)', rows: 3, most: 1_000 })}
${renderCheckbox(state, { name: 'cancel_immediately', label: 'End it today, and not at the end of the paid time.' })}
<button class="quiet">${write('Cancel the plan')}</button></form></details>`
}

interface Plans {
  plans: readonly Plan[]
  present: Priced
  /** The path of the list, with the base path. */
  path: string
}

/** Renders all plans. The popular one is highlighted for people without a paid plan. */
export function renderPlans(writer: Writer, { plans, present, path }: Plans): Html {
  const { write } = writer
  return html`<section><h2>${write('All plans')}</h2><ul class="rows plans">${plans.map((plan) => {
    const { id, name, description, features, popular, price } = plan
    const isPresent = id === present.id
    const isLoud = popular && present.price === 0
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

/** The fields of the form that buys a plan. */
export const purchaseFields = ['payment_method_id', 'coupon_code'] as const

interface PurchaseForm {
  methods: readonly PaymentMethod[]
  /** What is shown above the form; null when it could not be calculated. */
  preview: PurchasePreview | null
}

/** Renders the form with which a person sees the price for other choices, and pays the one that is shown. */
export function renderPurchaseForm(state: FormState, { methods, preview }: PurchaseForm): Html {
  const { writer, values } = state
  const choices = methods.map((method) => ({ value: String(method.id), text: describeMethod(writer, method) }))
  return html`<section class="card"><form class="stacked" method="post">
<input type="hidden" name="quoted_at" value="${preview?.quoted_at}">
${purchaseFields.map((name) => html`<input type="hidden" name="quoted_${name}" value="${values[name] ?? ''}">`)}
${renderSelect(state, { name: 'payment_method_id', label: 'Pay with', choices, isRequired: true })}
${renderTextField(state, { name: 'coupon_code', label: 'Coupon (optional)', most: 50 })}
${
  preview &&
  html`<button name="act" value="subscribe">${writer.write('Pay {amount}', {
    amount: { verbatim: formatPrice(writer, preview.total, preview.currency) },
  })}</button>`
}
<button class="quiet" name="act" value="preview">${writer.write('Show the price again')}</button></form></section>`
}
