/** The forms with which a person adds a phone or a card to pay with. */

import { type Html, html } from '#core/html.ts'
import { mobileProviderNames } from '#core/mobile-money.ts'
import { formatCountry, joinList } from '#language/formats.ts'
import type { Localizer } from '#language/wording.ts'
import type { PaymentMethodType } from '../contract.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'
import { type FormState, renderFormAlert, renderSelect, renderTextField } from './fields.ts'
import { get, type Visit } from './visit.ts'

/** The fields of a phone. */
export const phoneFields = ['provider', 'phone'] as const
/** What the form sends as `type` for a card that is added on a page of the payment provider. */
export const hostedCard = 'hosted_card'
/** The fields of a card. */
export const cardFields = ['card_number', 'expiry_month', 'expiry_year', 'cvv'] as const

interface MethodForms {
  /** The path of the page that wants the method, to which the person returns. */
  next: string
  /** Whether the forms are folded, because the person has a method. */
  isFolded: boolean
  /** What was entered and is refused. */
  refused?: { values: Record<string, string>; failure: Failure } | undefined
}

/** Renders a form for each kind of payment method that the installation takes. */
export async function renderMethodForms(here: Visit, { next, isFolded, refused }: MethodForms): Promise<Html | null> {
  const { writer, base } = here.frame
  const { write } = writer
  const types = await get(here, 'GET /payment-methods/types')
  if (!types.ok) return null
  const phone = types.data.find(({ type }) => type === 'mobile_money')
  const card = types.data.find(({ type }) => type === 'card')
  const state = { writer, values: refused?.values ?? {}, errors: refused?.failure.errors ?? {} }
  const action = `${base}/app/payment-methods?next=${encodeURIComponent(next)}#add`
  const isQuiet = phone !== undefined
  const cardForm = card === undefined ? null : renderAnyCardForm(state, card, { action, isQuiet })
  const forms = html`${phone && renderPhoneForm(state, phone.providers, action)}
${cardForm}
${phone === undefined && cardForm === null && html`<p>${write('No payment method can be added on this page.')}</p>`}`
  const alert = refused && renderFormAlert(refused.failure, [...phoneFields, ...cardFields])
  return isFolded && refused === undefined
    ? html`<section class="card" id="add"><details><summary>${write('Pay with another phone or card')}</summary>${forms}</details></section>`
    : html`<section class="card" id="add"><h2>${write('How do you want to pay?')}</h2>${alert}${forms}</section>`
}

function renderPhoneForm(state: FormState, providers: PaymentMethodType['providers'], action: string): Html {
  const { writer } = state
  const { write, wording } = writer
  const choices = providers.map(({ provider, countries }) => ({
    value: provider,
    text: `${mobileProviderNames[provider] ?? provider} (${describeCountries(countries, wording)})`,
  }))
  const example = providers[0]?.phone_example ?? ''
  return html`<form class="stacked" method="post" action="${action}"><input type="hidden" name="type" value="mobile_money">
<h3>${write('By phone')}</h3>
<p class="soft">${write('You get a prompt on the phone and confirm each payment with your PIN.')}</p>
${renderSelect(state, { name: 'provider', label: 'Provider', choices, isRequired: true })}
${renderTextField(state, { name: 'phone', label: { verbatim: write('Number of the phone, like {example}', { example: { verbatim: isolateNumber(example) } }) }, type: 'tel', most: 30, isRequired: true, autocomplete: 'tel' })}
<button>${write('Use this phone')}</button></form>`
}

/** A number of a phone is written from left to right in each line (UAX #9). */
const isolateNumber = (phone: string) => `\u2066${phone}\u2069`

const mostCountries = 3

/** Returns the names of the countries; of many, the first ones. */
function describeCountries(codes: readonly string[], wording: Localizer): string {
  const names = codes.slice(0, mostCountries).map((code) => formatCountry(code, wording))
  return codes.length > mostCountries ? `${names.join(', ')} …` : joinList(names, wording)
}

/** A page of the payment provider takes the card where a script of another site would have to read it. */
function renderAnyCardForm(
  state: FormState,
  { tokenize_with, hosted_setup }: PaymentMethodType,
  form: CardForm,
): Html | null {
  if (tokenize_with === null) return renderCardForm(state, form.action)
  if (!hosted_setup) return null
  return html`<h3>${state.writer.write('By card')}</h3>
${renderHostedCardForm(state.writer, form)}`
}

interface CardForm {
  action: string
  /** Whether another button is more important. */
  isQuiet: boolean
}

/** Renders the form that leads to the page of the payment provider. */
export const renderHostedCardForm = ({ write }: Writer, { action, isQuiet }: CardForm): Html =>
  html`<form class="stacked" method="post" action="${action}"><input type="hidden" name="type" value="${hostedCard}">
<p class="soft">${write('You enter the card on a page of the payment provider, which leads you back here.')}</p>
<button${isQuiet && html` class="quiet"`}>${write('Add a card')}</button></form>`

function renderCardForm(state: FormState, action: string): Html {
  const { write } = state.writer
  return html`<form class="stacked" method="post" action="${action}"><input type="hidden" name="type" value="card">
<h3>${write('By card')}</h3>
${renderTextField(state, { name: 'card_number', label: 'Number of the card', most: 40, isRequired: true, isSecret: true, autocomplete: 'cc-number' })}
<div class="filters">
${renderTextField(state, { name: 'expiry_month', label: 'Month', type: 'number', most: 12, isRequired: true, autocomplete: 'cc-exp-month' })}
${renderTextField(state, { name: 'expiry_year', label: 'Year', type: 'number', most: 9_999, isRequired: true, autocomplete: 'cc-exp-year' })}
${renderTextField(state, { name: 'cvv', label: 'Security code', most: 10, isRequired: true, isSecret: true, autocomplete: 'cc-csc' })}
</div>
<button class="quiet">${write('Use this card')}</button></form>`
}
