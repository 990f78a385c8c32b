/** The HTML of a payment and of payment methods. */

import { type Html, html } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatDateTime, formatMoney } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { MyPayment, PaymentAction, PaymentMethod } from '../contract.ts'
import type { Choice } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import { renderForm } from './pages.ts'

type Action = NonNullable<PaymentAction>

const states = {
  pending: 'Not paid yet',
  succeeded: 'Paid',
  refunded: 'Refunded',
  failed: 'Not paid',
} as const satisfies Record<MyPayment['status'], PlainTemplate>

const messages: Record<MyPayment['status'], PlainTemplate> = {
  pending: 'The payment is being confirmed. This page shows by itself how it ends.',
  succeeded: 'Thank you. The payment was received.',
  refunded: 'The payment was refunded.',
  failed: 'The payment failed. Nothing was taken.',
}

interface PaymentPage {
  payment: MyPayment
  base: string
  /** The time zone of the person. */
  timezone: string
  /** An ISO time. */
  now: string
}

/** Renders a payment: how it stands, what was bought, what to do, and at its end the invoice and the way on. */
export function renderPayment(writer: Writer, page: PaymentPage): Html {
  const { write, wording } = writer
  const { status, action, title, amount, currency, method, failure } = page.payment
  const message = action?.kind === 'prompt' ? action.message : write(messages[status])
  const money = formatMoney(toMinorUnits(amount, currency), currency, wording)
  const facts: [PlainTemplate, Html | string][] = [
    ['What', title],
    ['Amount', money],
    ['Paid with', method],
    ['State', write(states[status])],
    ...(action === null ? [] : [['Open until', renderUntil(writer, action, page.timezone)] as [PlainTemplate, Html]]),
  ]
  return html`<section class="card">
<p role="status" data-message><strong>${message}</strong></p>
<div data-payment="${status}">
<dl>${facts.map(([name, value]) => html`<div><dt>${write(name)}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
${failure !== null && html`<p>${failure}</p>`}
${renderNextStep(writer, page)}</div>
</section>`
}

const renderUntil = ({ wording }: Writer, { expires_at }: Action, timezone: string): Html =>
  html`<time datetime="${expires_at}">${formatDateTime(expires_at, timezone, wording)}</time>`

/** What the person can do now: pay, try again, or go on to what was bought. */
function renderNextStep(writer: Writer, { payment, base, now }: PaymentPage): Html {
  const { write } = writer
  const { status, action, needs_person, prompt_again_at, invoice_url } = payment
  const isPromptable = prompt_again_at !== null && prompt_again_at <= now
  return html`${status === 'pending' && action?.url !== undefined && html`<p><a class="button" href="${action.url}" rel="noreferrer">${write('Continue to your bank')}</a></p>`}
${status === 'pending' && action?.kind !== 'redirect' && html`<noscript><p><a href="">${write('Look again')}</a></p></noscript>`}
${isPromptable && renderForm(writer, { button: 'Send the prompt again' })}
${status === 'failed' && needs_person && renderForm(writer, { button: 'Pay now' })}
${status === 'succeeded' && renderPurchase(writer, payment, base)}
${invoice_url !== null && html`<p><a href="${invoice_url}">${write('Show the invoice')}</a></p>`}`
}

/** The way to what was bought. */
function renderPurchase({ write }: Writer, { course_id, company_id }: MyPayment, base: string): Html {
  if (course_id !== null)
    return html`<p><a class="button" href="${base}/app/courses/${course_id}">${write('Begin the course')}</a></p>`
  const path = company_id === null ? '/app/plans' : `/app/companies/${company_id}/plans`
  return html`<p><a class="button" href="${base}${path}">${write('Show the plan')}</a></p>`
}

/** Says until when a bank waits for the person, and leads there. */
const renderConfirmation = (writer: Writer, action: Action, timezone: string): Html =>
  html`<p>${writer.write('The bank waits for your confirmation until {time}.', { time: { moment: action.expires_at, timezone } })}</p>
<p><a class="button" href="${action.url ?? ''}" rel="noreferrer">${writer.write('Continue to your bank')}</a></p>`

/** Returns the id of the method that is entered, or else of the default one. */
export function chooseMethod(methods: readonly PaymentMethod[], entered: string | undefined): string {
  const preferred = methods.find(({ is_default }) => is_default) ?? methods[0]
  return entered || String(preferred?.id ?? '')
}

/** Returns the methods as a person recognizes them. */
export const listMethods = ({ write }: Writer, methods: readonly PaymentMethod[]): Choice[] =>
  methods.map(({ id, nickname, is_default }) => ({
    value: String(id),
    text: is_default ? `${nickname} (${write('The default one')})` : nickname,
  }))

/** Renders the payment methods, each with the ways to make it the default one and to delete it. */
export function renderPaymentMethods(writer: Writer, methods: readonly PaymentMethod[], timezone: string): Html {
  const { write } = writer
  if (methods.length === 0) return html`<p class="lede">${write('You have no payment method.')}</p>`
  const renderAct = (id: number, act: 'default' | 'delete', button: PlainTemplate) =>
    renderForm(writer, {
      hidden: { act, id: String(id) },
      button,
      isQuiet: true,
    })
  return html`<ul class="rows">${methods.map(
    ({ id, nickname, is_default, action }) =>
      html`<li><h2><bdi>${nickname}</bdi>${is_default && html` <span class="tag">${write('The default one')}</span>`}</h2>
${action !== null && renderConfirmation(writer, action, timezone)}
<div class="answers">${!is_default && action === null && renderAct(id, 'default', 'Make it the default one')}${renderAct(id, 'delete', 'Delete')}</div></li>
`,
  )}</ul>`
}
