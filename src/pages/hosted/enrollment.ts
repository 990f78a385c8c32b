/** The form with which a person enrolls in a course: with a group, and with a way to pay. */

import { type Html, html } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatDay, formatMoney } from '#language/formats.ts'
import type { Cohort, CourseWithOutline, PaymentMethod } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Choice } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import { type RefusedForm, renderOperationForm, renderRefusal, sendOperationForm } from './operation-forms.ts'
import { chooseMethod, listMethods } from './payments.ts'
import { get, getId, getQueryValue, send, type Visit } from './visit.ts'

const enrollment = defineForm('POST /courses/{id}/enroll', {
  groups: ['cohort_id', 'payment_method_id'],
  widgets: {
    cohort_id: {
      label: 'Group',
      hint: 'You learn with a group. Its start decides on which day each lesson opens.',
    },
    payment_method_id: { label: 'Pay with', isRequired: true },
  },
})

/** Sends the form. */
export const sendEnrollment = (here: Visit) =>
  sendOperationForm(here, enrollment, { parameters: { id: getId(here.request) } })

/** Returns the groups that a person can still join. */
function listCohorts({ write, wording }: Writer, { cohorts }: CourseWithOutline, now: string): Choice[] {
  const isOpen = ({ ends_at, capacity, enrolled_count }: Cohort) =>
    (ends_at === null || ends_at > now) && (capacity === null || enrolled_count < capacity)
  return cohorts.filter(isOpen).map(({ id, title, starts_at }) => ({
    value: String(id),
    text: write('{group}, begins on {day}', {
      group: { verbatim: title },
      day: { verbatim: formatDay(starts_at, wording) },
    }),
  }))
}

/** Says what the course costs with the method that is chosen. */
async function renderQuote(here: Visit, id: number, method: string): Promise<Html | null> {
  const { write, wording } = here.frame.writer
  const body = { payment_method_id: Number(method) }
  const quote = await send(here, 'POST /courses/{id}/preview', { id }, body)
  if (!quote.ok) return null
  const { total, currency } = quote.data
  const amount = { verbatim: formatMoney(toMinorUnits(total, currency), currency, wording) }
  return html`<p>${write('You pay {amount}, taxes included.', { amount })}</p>`
}

/** Renders the form; a course with a price needs a payment method. */
export async function renderEnrollForm(here: Visit, course: CourseWithOutline, refused: RefusedForm | undefined) {
  const { writer, base } = here.frame
  const { write } = writer
  const isPaid = course.price > 0
  const listed = isPaid ? await get(here, 'GET /payment-methods') : undefined
  const methods = listed?.ok ? listed.data.filter(({ action }) => action === null) : []
  const toMethods = `${base}/app/payment-methods?next=/app/courses/${course.id}`
  if (isPaid && methods.length === 0)
    return html`${renderRefusal(refused)}<section class="card"><p>${write('This course has a price, and you have no payment method.')} <a href="${toMethods}">${write('Your payment methods')}</a></p></section>`
  const cohorts = listCohorts(writer, course, here.request.ctx.clock.now())
  if (course.cohorts.length > 0 && cohorts.length === 0)
    return html`${renderRefusal(refused)}<section class="card"><p>${write('All groups are full or have ended.')}</p></section>`
  return html`<section class="card">${await renderForm(here, { course, methods, cohorts, refused })}
${isPaid && html`<p><a href="${toMethods}#add">${write('Pay with another phone or card')}</a></p>`}</section>`
}

interface EnrollForm {
  course: CourseWithOutline
  methods: readonly PaymentMethod[]
  cohorts: readonly Choice[]
  refused: RefusedForm | undefined
}

async function renderForm(here: Visit, { course, methods, cohorts, refused }: EnrollForm): Promise<Html> {
  const isPaid = course.price > 0
  const entered = refused?.entered?.payment_method_id ?? getQueryValue(here.request, 'payment_method_id')
  const method = chooseMethod(methods, entered)
  return renderOperationForm(here, enrollment, {
    button: isPaid ? 'Pay and enroll' : 'Enroll',
    hidden: { act: 'enroll' },
    head: isPaid && (await renderQuote(here, course.id, method)),
    object: { payment_method_id: method },
    choices: { cohort_id: cohorts, payment_method_id: listMethods(here.frame.writer, methods) },
    without: [...(cohorts.length > 0 ? [] : ['cohort_id']), ...(isPaid ? [] : ['payment_method_id'])],
    refused,
  })
}
