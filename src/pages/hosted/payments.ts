/** The HTML of a payment and of payment methods. */

import { type Html, html } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatAmount, formatTimestamp } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { MyPayment, PaymentAction, PaymentMethod } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { renderForm } from './pages.ts'

type Action = NonNullable<PaymentAction>

const outcomes: Record<MyPayment['status'], PlainTemplate> = {
  pending: 'The payment is not confirmed yet. Look again in a moment.',
  succeeded: 'Thank you. The payment was received.',
  refunded: 'The payment was refunded.',
  failed: 'The payment failed. Nothing was taken.',
}

/** `now` is an ISO time. */
export function renderPayment(writer: Writer, payment: MyPayment, now: string): Html {
  const { write, wording } = writer
  const { title, amount, currency, method, status, failure, needs_person, action, prompt_again_at } = payment
  const isPromptable = prompt_again_at !== null && prompt_again_at <= now
  const money = formatAmount(toMinorUnits(amount, currency), currency, wording)
  return html`<dl><dt>${write('What')}</dt><dd>${title}</dd><dt>${write('Amount')}</dt><dd>${money}</dd>
<dt>${write('Paid with')}</dt><dd>${method}</dd></dl>
${action === null ? html`<p role="status">${write(outcomes[status])}</p>` : renderAction(writer, action)}
${failure === null ? null : html`<p>${failure}</p>`}
${status === 'pending' && action?.kind !== 'redirect' ? html`<p><a href="">${write('Look again')}</a></p>` : null}
${isPromptable ? renderForm(writer, { button: 'Send the prompt again' }) : null}
${status === 'failed' && needs_person ? renderForm(writer, { button: 'Pay now' }) : null}`
}

const renderAction = (writer: Writer, action: Action): Html =>
  action.kind === 'prompt' ? renderPrompt(writer, action) : renderRedirect(writer, action)

const renderPrompt = ({ write, wording }: Writer, { message, expires_at }: Action): Html =>
  html`<p role="status">${message}</p>
<p>${write('This is possible until {time}.', { time: formatTimestamp(expires_at, wording) })}</p>`

const renderRedirect = ({ write, wording }: Writer, { url, expires_at }: Action): Html =>
  html`<p>${write('The bank waits for your confirmation until {time}.', { time: formatTimestamp(expires_at, wording) })}</p>
<p><a class="button" href="${url}" rel="noreferrer">${write('Continue to your bank')}</a></p>`

/** Returns the id of the method that is entered, or else of the default one. */
export function chooseMethod(methods: readonly PaymentMethod[], entered: string | undefined): string {
  const preferred = methods.find(({ is_default }) => is_default) ?? methods[0]
  return entered || String(preferred?.id ?? '')
}

/** Returns how a person recognizes a method. */
export const describeMethod = ({ write }: Writer, { nickname, is_default }: PaymentMethod): string =>
  is_default ? `${nickname} (${write('The default one')})` : nickname

/** Renders the payment methods, each with the ways to make it the default one and to delete it. */
export function renderPaymentMethods(writer: Writer, methods: readonly PaymentMethod[]): Html {
  const { write } = writer
  if (methods.length === 0) return html`<p class="lede">${write('You have no payment method.')}</p>`
  const renderAct = (id: number, act: 'default' | 'delete', button: PlainTemplate) =>
    renderForm(writer, {
      fields: [
        { name: 'act', label: null, type: 'hidden', value: act },
        { name: 'id', label: null, type: 'hidden', value: String(id) },
      ],
      button,
      isQuiet: true,
    })
  return html`<ul class="rows">${methods.map(
    ({ id, nickname, is_default, action }) =>
      html`<li><h2><bdi>${nickname}</bdi>${is_default && html` <span class="tag">${write('The default one')}</span>`}</h2>
${action === null ? null : renderAction(writer, action)}
<div class="answers">${!is_default && action === null && renderAct(id, 'default', 'Make it the default one')}${renderAct(id, 'delete', 'Delete')}</div></li>
`,
  )}</ul>`
}
