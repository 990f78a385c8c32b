/** The forms with which a person adds a phone or a card to pay with. */

import { type Html, html } from '#core/html.ts'
import { mobileProviderNames } from '#core/mobile-money.ts'
import { formatCountry, joinList } from '#language/formats.ts'
import type { Localizer } from '#language/wording.ts'
import type { PaymentMethodType } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { type RefusedForm, renderOperationForm, sendOperationForm } from './operation-forms.ts'
import { renderAlert } from './pages.ts'
import { get, getFormField, send, type Visit } from './visit.ts'

const ofCard = 'The form of a card has it.'
const ofPhone = 'The form of a phone has it.'
const notAsked = { nickname: 'The service names a method.', is_default: 'A button of the list does it.' }
const token = 'Scripts of payment providers make it.'

const newPhone = defineForm('POST /payment-methods', {
  groups: ['provider', 'phone'],
  widgets: { provider: { label: 'Provider', isRequired: true }, phone: { isRequired: true } },
  leftOut: {
    type: 'The form itself is of a type.',
    card_number: ofCard,
    expiry_month: ofCard,
    expiry_year: ofCard,
    cvv: ofCard,
    token,
    ...notAsked,
  },
})

const newCard = defineForm('POST /payment-methods', {
  groups: ['card_number', ['expiry_month', 'expiry_year', 'cvv']],
  widgets: {
    card_number: { label: 'Number of the card', isRequired: true },
    expiry_month: { label: 'Month', isRequired: true },
    expiry_year: { label: 'Year', isRequired: true },
    cvv: { label: 'Security code', isRequired: true },
  },
  leftOut: { type: 'The form itself is of a type.', provider: ofPhone, phone: ofPhone, token, ...notAsked },
})

/** What the form sends as `type` for a card that is added on a page of the payment provider. */
const hostedCard = 'hosted_card'

interface MethodForms {
  /** The path of the page that wants the method, to which the person returns. */
  next: string
  /** Where the forms are sent, when it is not the page of the methods. */
  action?: string
  /** What the page keeps while a method is added. */
  kept?: Readonly<Record<string, string>>
  /** Whether the forms are folded, because the person has a method. */
  isFolded: boolean
  refused?: RefusedForm | undefined
}

interface AddedMethod {
  ok: true
  /** Null when a bank must confirm it first, or when it is entered on a page of the payment provider. */
  id: number | null
  /** Whether the answer leads to that page. */
  isAnswered: boolean
}

/** Begins a page of the payment provider and leads there. */
async function beginCardPage(here: Visit, next: string): Promise<AddedMethod | RefusedForm> {
  const begun = await send(here, 'POST /payment-methods/setups', {}, { type: 'card', next })
  if (!begun.ok) return { ...begun, form: newCard }
  here.reply.redirect(`${here.frame.base}/app/payment-methods/setups/${begun.data.setup.id}?leave=1`, 303)
  return { ok: true, id: null, isAnswered: true }
}

/** Adds the phone or card of a form. */
export async function addMethod(here: Visit, next: string): Promise<AddedMethod | RefusedForm> {
  const type = getFormField(here.request, 'type')
  if (type === hostedCard) return beginCardPage(here, next)
  const form = type === 'card' ? newCard : newPhone
  const added = await sendOperationForm(here, form, { parameters: {}, further: { type } })
  if (!added.ok) return added
  const { id, action } = added.data.payment_method
  return { ok: true, id: action === null ? id : null, isAnswered: false }
}

/** Renders a form for each kind of payment method that the installation takes. */
export async function renderMethodForms(here: Visit, forms: MethodForms): Promise<Html | null> {
  const { writer, base } = here.frame
  const { write } = writer
  const { next, isFolded, refused, kept = {} } = forms
  const types = await get(here, 'GET /payment-methods/types')
  if (!types.ok) return null
  const phone = types.data.find(({ type }) => type === 'mobile_money')
  const card = types.data.find(({ type }) => type === 'card')
  const action = forms.action ?? `${base}/app/payment-methods?next=${encodeURIComponent(next)}`
  const shown = { action, kept, refused, isQuiet: phone !== undefined }
  const cardForm = card === undefined ? null : renderAnyCardForm(here, card, shown)
  const content = html`${phone && renderPhoneForm(here, phone.providers, shown)}
${cardForm}
${phone === undefined && cardForm === null && html`<p>${write('No payment method can be added on this page.')}</p>`}`
  const isOwn = refused?.form === newPhone || refused?.form === newCard
  return isFolded && !isOwn
    ? html`<section class="card" id="add"><details><summary>${write('Pay with another phone or card')}</summary>${content}</details></section>`
    : html`<section class="card" id="add"><h2>${write('How do you want to pay?')}</h2>${content}</section>`
}

interface MethodForm {
  action: string
  kept: Readonly<Record<string, string>>
  refused: RefusedForm | undefined
  /** Whether another button is more important. */
  isQuiet: boolean
}

function renderPhoneForm(here: Visit, providers: PaymentMethodType['providers'], { kept, ...form }: MethodForm): Html {
  const { write, wording } = here.frame.writer
  const provider = providers.map(({ provider: value, countries }) => ({
    value,
    text: `${mobileProviderNames[value] ?? value} (${describeCountries(countries, wording)})`,
  }))
  const example = { verbatim: isolateNumber(providers[0]?.phone_example ?? '') }
  return html`<h3>${write('By phone')}</h3>
<p class="soft">${write('You get a prompt on the phone and confirm each payment with your PIN.')}</p>
${renderOperationForm(here, newPhone, {
  ...form,
  button: 'Use this phone',
  isQuiet: false,
  anchor: 'add',
  hidden: { ...kept, type: 'mobile_money' },
  choices: { provider },
  labels: { phone: write('Number of the phone, like {example}', { example }) },
})}`
}

/** A number of a phone is written from left to right in each line (UAX #9). */
const isolateNumber = (phone: string) => `\u2066${phone}\u2069`

const maxCountries = 3

/** Returns the names of the countries; of many, the first ones. */
function describeCountries(codes: readonly string[], wording: Localizer): string {
  const names = codes.slice(0, maxCountries).map((code) => formatCountry(code, wording))
  return codes.length > maxCountries ? `${names.join(', ')} …` : joinList(names, wording)
}

/** A page of the payment provider takes the card where a script of another site would have to read it. */
function renderAnyCardForm(
  here: Visit,
  { tokenize_with, hosted_setup }: PaymentMethodType,
  { kept, ...form }: MethodForm,
): Html | null {
  const title = html`<h3>${here.frame.writer.write('By card')}</h3>`
  const hidden = { ...kept, type: 'card' }
  if (tokenize_with === null)
    return html`${title}${renderOperationForm(here, newCard, { ...form, button: 'Use this card', isQuiet: true, anchor: 'add', hidden })}`
  if (!hosted_setup) return null
  const alert = form.refused?.form === newCard && renderAlert(form.refused)
  return html`${title}${alert}${renderHostedCardForm(here.frame.writer, { ...form, kept })}`
}

/** Renders the form that leads to the page of the payment provider. */
export const renderHostedCardForm = ({ write }: Writer, { action, kept, isQuiet }: Omit<MethodForm, 'refused'>): Html =>
  html`<form class="stacked" method="post" action="${action}#add">${Object.entries({ ...kept, type: hostedCard }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}
<p class="soft">${write('You enter the card on a page of the payment provider, which leads you back here.')}</p>
<button${isQuiet && html` class="quiet"`}>${write('Add a card')}</button></form>`
