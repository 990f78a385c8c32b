/** What a form shows when it is shown again: what was entered, and what is wrong with it. */

import { type Html, html } from '#core/html.ts'
import { invalidData } from '#core/problem.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Choice, Field } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'

/** A form that is shown the first time, or again with what was wrong in it. */
export interface FormState {
  writer: Writer
  values: Readonly<Record<string, string>>
  /** Messages by the name of a field. */
  errors: Failure['errors']
}

/** The attributes of a control that tell of its hint and its messages. */
export function describeControl({ errors }: FormState, { name, hint }: Pick<Field, 'name' | 'hint'>): Html {
  const ids = [hint !== '' && `hint-${name}`, errors[name] !== undefined && `error-${name}`].filter(Boolean)
  return html`${errors[name] !== undefined && html` aria-invalid="true"`}${
    ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`
  }`
}

/** Returns the choices of a record of names. */
export const listChoices = ({ write }: Writer, names: Readonly<Record<string, PlainTemplate>>): Choice[] =>
  Object.entries(names).map(([value, name]) => ({ value, text: write(name) }))

/** The id of the control of a field with a message, to which the summary leads. */
export const renderTargetId = ({ errors }: FormState, { name }: Pick<Field, 'name'>): Html | null =>
  errors[name] === undefined ? null : html` id="field-${name}"`

/**
 * Renders what is wrong in a form, above it: how many fields have messages, with a link to each, and the messages that no `shown` field has
 * (the error summary of the design system of GOV.UK).
 */
export function renderFormAlert(writer: Writer, { message, errors }: Failure, shown: readonly string[]): Html {
  const fields = Object.entries(errors).filter(([name]) => shown.includes(name))
  const others = Object.entries(errors).filter(([name]) => !shown.includes(name))
  const said = [writer.write(invalidData), ...Object.values(errors).flat()]
  const isSaid = fields.length > 0 && said.includes(message)
  const sentences = others.length > 0 || isSaid ? others.flatMap(([, messages]) => messages) : [message]
  return html`<div class="alert" role="alert">${sentences.map((one) => html`<p>${one}</p>`)}${
    fields.length > 0 && renderSummary(writer, fields)
  }</div>`
}

const renderSummary = ({ write }: Writer, fields: readonly (readonly [name: string, messages: readonly string[]])[]) =>
  html`<p>${write('{count, plural, one {One field needs a look:} other {{count} fields need a look:}}', { count: fields.length })}</p>
<ul>${fields.map(([name, messages]) => html`<li><a href="#field-${name}">${messages.join(' ')}</a></li>`)}</ul>`
