/** Fields of forms with their messages beside them, and what was entered when a form is shown again. */

import { type Fragment, type Html, html } from '#core/html.ts'
import type { PlainTemplate, Verbatim } from '#language/sentence.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'

/** A form that is shown the first time, or again with what was wrong in it. */
export interface FormState {
  writer: Writer
  values: Readonly<Record<string, string>>
  /** Messages by the name of a field. */
  errors: Failure['errors']
}

interface FieldOptions {
  name: string
  /** A text of a user is verbatim. */
  label: PlainTemplate | Verbatim
  hint?: PlainTemplate
  isRequired?: boolean
}

interface InputOptions extends FieldOptions {
  type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'date' | 'time' | 'search' | 'url' | 'file'
  autocomplete?: string
  /** The most characters, or the largest number. */
  most?: number
  /** The file types of a file. */
  accept?: string
  /** Whether it is not shown again. */
  isSecret?: boolean
}

/** The attributes of a control that tell of its hint and its messages. */
function describeControl({ errors }: FormState, { name, hint }: FieldOptions): Html {
  const ids = [hint !== undefined && `hint-${name}`, errors[name] !== undefined && `error-${name}`].filter(Boolean)
  return html`${errors[name] !== undefined && html` aria-invalid="true"`}${
    ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`
  }`
}

function renderField(state: FormState, options: FieldOptions, control: Fragment): Html {
  const { write } = state.writer
  const { name, label, hint } = options
  const messages = state.errors[name] ?? []
  return html`<div class="field"><label>${typeof label === 'string' ? write(label) : html`<bdi>${label.verbatim}</bdi>`}
${control}</label>
${hint !== undefined && html`<p class="soft" id="hint-${name}">${write(hint)}</p>`}
${messages.length > 0 && html`<p class="error" id="error-${name}">${messages.join(' ')}</p>`}</div>
`
}

const renderRequired = ({ isRequired }: FieldOptions): Html | null => (isRequired === true ? html` required` : null)

/** Renders an input of one line. A browser fills neither passwords nor files in again. */
export function renderTextField(state: FormState, options: InputOptions): Html {
  const { name, type = 'text', autocomplete = 'off', most, accept, isSecret = false } = options
  const isKept = type !== 'password' && type !== 'file' && !isSecret
  const limit = most !== undefined && (type === 'number' ? html` min="0" max="${most}"` : html` maxlength="${most}"`)
  const control = html`<input name="${name}" type="${type}"${
    isKept && html` value="${state.values[name] ?? ''}"`
  } autocomplete="${autocomplete}"${limit}${accept !== undefined && html` accept="${accept}"`}${
    type === 'text' && html` dir="auto"`
  }${describeControl(state, options)}${renderRequired(options)}>`
  return renderField(state, options, control)
}

export function renderTextArea(state: FormState, options: FieldOptions & { rows: number; most: number }): Html {
  const { name, rows, most } = options
  const control = html`<textarea name="${name}" rows="${rows}" maxlength="${most}" dir="auto"${describeControl(state, options)}${renderRequired(options)}>${state.values[name] ?? ''}</textarea>`
  return renderField(state, options, control)
}

export interface Choice {
  value: string
  text: string
}

/** Returns the choices of a record of names. */
export const listChoices = ({ write }: Writer, names: Readonly<Record<string, PlainTemplate>>): Choice[] =>
  Object.entries(names).map(([value, name]) => ({ value, text: write(name) }))

export function renderSelect(state: FormState, options: FieldOptions & { choices: readonly Choice[] }): Html {
  const { name, choices } = options
  const chosen = state.values[name] ?? ''
  const control = html`<select name="${name}"${describeControl(state, options)}${renderRequired(options)}>${choices.map(
    ({ value, text }) => html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`,
  )}</select>`
  return renderField(state, options, control)
}

export function renderCheckbox(state: FormState, options: FieldOptions): Html {
  const { name, label } = options
  const messages = state.errors[name] ?? []
  return html`<div class="field"><label class="check"><input type="checkbox" name="${name}" value="true"${
    state.values[name] === 'true' && html` checked`
  }${describeControl(state, options)}${renderRequired(options)}> ${typeof label === 'string' ? state.writer.write(label) : html`<bdi>${label.verbatim}</bdi>`}</label>
${messages.length > 0 && html`<p class="error" id="error-${name}">${messages.join(' ')}</p>`}</div>
`
}

/** Renders the message of a failed form, and the messages that no shown field has. */
export function renderFormAlert({ message, errors }: Failure, shown: readonly string[]): Html {
  const others = Object.entries(errors).filter(([name]) => !shown.includes(name))
  const sentences = others.flatMap(([, messages]) => messages)
  return html`<div class="alert" role="alert">${(sentences.length > 0 ? sentences : [message]).map(
    (one) => html`<p>${one}</p>`,
  )}</div>`
}
