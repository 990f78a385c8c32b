/** Forms of operations in the console: their fields as inputs, and the body that is made of what was entered. */

import type { VNode } from 'preact'
import {
  countRows,
  type Field,
  type FormValues,
  type InputKind,
  readBody,
  type TimeConversion,
  toCell,
  writeEntered,
} from '../../modules/form-values.ts'
import { forms } from './catalogue.ts'
import { html, type Refusal, write } from './kit.ts'
import { findCompanies, findPeople, findPlans, findPurchases, Picker } from './picker.ts'

/** Returns the fields of the form of an operation; every change takes a reason. */
export const listFields = (operation: string): readonly Field[] => forms[operation] ?? forms[''] ?? []

/** Times are entered in the zone of the browser, as they are shown. */
const times: TimeConversion = {
  toMoment: (local) => {
    const time = new Date(local)
    return Number.isNaN(time.getTime()) ? local : time.toISOString()
  },
  toLocal: (moment) => {
    const time = new Date(moment)
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  },
}

/** Returns what a form shows of an object before anything is entered. */
export const writeValues = (fields: readonly Field[], object: object): FormValues => writeEntered(fields, object, times)

export const buildBody = (fields: readonly Field[], entered: FormValues): Record<string, unknown> =>
  readBody(fields, entered, times)

/** Returns what was entered in a form; several values of one field are lines. */
export function readEntered(form: EventTarget | null): FormValues {
  const data = new FormData(form as HTMLFormElement)
  return Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.getAll(name).map(String).join('\n')]))
}

interface InputProps {
  field: Field
  value: string
}

export const Fields = ({ fields, values = {} }: { fields: readonly Field[]; values?: FormValues }): VNode =>
  html`${fields.map((field) =>
    field.input === 'rows'
      ? html`<${Rows} field=${field} values=${values} />`
      : html`<${Input} field=${field} value=${values[field.name] ?? ''} />`,
  )}`

const Input = ({ field, value }: InputProps): VNode =>
  wholeInputs[field.input]?.({ field, value }) ??
  html`<label>${field.label}${(controls[field.input] ?? Line)({ field, value })}${field.hint !== '' && html`<small>${field.hint}</small>`}</label>`

const finders = { people: findPeople, plans: findPlans, companies: findCompanies, purchases: findPurchases }

export const findFinder = (accept: string) => finders[accept as keyof typeof finders]

/** Inputs that are more than a label and a control. */
const wholeInputs: Partial<Record<InputKind, (props: InputProps) => VNode>> = {
  hidden: ({ field, value }) => html`<input type="hidden" name=${field.name} value=${value} />`,
  checkbox: ({ field, value }) =>
    html`<label class="check"><input type="checkbox" name=${field.name} value="true" defaultChecked=${value === 'true'} /> ${field.label}</label>`,
  checkboxes: ({ field, value }) =>
    html`<fieldset><legend>${field.label}</legend>${field.choices.map((choice) => html`<label class="check"><input type="checkbox" name=${field.name} value=${choice.value} defaultChecked=${value.split('\n').includes(choice.value)} /> <bdi>${choice.text}</bdi></label>`)}</fieldset>`,
  picker: ({ field }) =>
    html`<${Picker} name=${field.name} label=${field.label} find=${findFinder(field.accept)} isOptional=${!field.isRequired} />`,
}

const Area = ({ field, value }: InputProps): VNode =>
  html`<textarea name=${field.name} rows=${(field.maxLength ?? 0) > 2_000 ? 8 : 3} maxlength=${field.maxLength} dir="auto" required=${field.isRequired} defaultValue=${value}></textarea>`

const controls: Partial<Record<InputKind, (props: InputProps) => VNode>> = {
  select: ({ field, value }) =>
    html`<select name=${field.name}>${!field.isRequired && html`<option value=""></option>`}${field.choices.map((choice) => html`<option value=${choice.value} selected=${choice.value === value}>${choice.text}</option>`)}</select>`,
  multiline: Area,
  lines: Area,
}

/** The `type` of an input of one line, where it has another name. */
const inputTypes: Partial<Record<InputKind, string>> = { 'last-day': 'date', moment: 'datetime-local', list: 'text' }

const Line = ({ field, value }: InputProps): VNode => {
  const { name, input, min, max, maxLength, isInteger, isRequired, autocomplete } = field
  return html`<input name=${name} type=${inputTypes[input] ?? input} min=${min} max=${max} step=${input === 'number' && !isInteger ? 'any' : undefined}
maxlength=${maxLength} autocomplete=${autocomplete} dir=${['text', 'list'].includes(input) ? 'auto' : undefined} required=${isRequired} defaultValue=${value} />`
}

/** Rows of a few fields, with one that is empty; a row whose fields are all empty is removed. */
function Rows({ field, values }: { field: Field; values: FormValues }): VNode {
  const indexes = Array.from({ length: countRows(field, values) + 1 }, (_, index) => index)
  return html`<fieldset><legend>${field.label}</legend>${indexes.map(
    (index) =>
      html`<div class="filters"><${Fields} fields=${field.columns.map((column) => ({ ...toCell(field, column, index), isRequired: false }))} values=${values} /></div>`,
  )}
<p class="soft">${write('Rows whose fields are all empty are removed.')}</p></fieldset>`
}

interface AlertProps {
  refusal: Refusal | null
  fields: readonly Field[]
}

/** What is wrong in a form: how many fields have messages, with a way to each by its label, and the messages that no field has. */
export function FormAlert({ refusal, fields }: AlertProps): VNode | null {
  if (refusal === null) return null
  const findField = (name: string) => fields.find((field) => `${name}.`.startsWith(`${field.name}.`))
  const errors = Object.entries(refusal.errors).map(([name, messages]) => ({ field: findField(name), name, messages }))
  const others = errors.flatMap(({ field, messages }) => (field === undefined ? messages : []))
  const shown = errors.flatMap(({ field, ...one }) => (field === undefined ? [] : [{ label: field.label, ...one }]))
  if (shown.length === 0) return html`<p class="notice bad" role="alert">${refusal.message}</p>`
  return html`<div class="notice bad" role="alert">${others.map((message) => html`<p>${message}</p>`)}
<p>${write('{count, plural, one {One field needs a look:} other {{count} fields need a look:}}', { count: shown.length })}</p>
<ul>${shown.map(({ label, name, messages }) => html`<li><button type="button" onClick=${(event: Event) => focusField(event, name)}>${label}</button>: ${messages.join(' ')}</li>`)}</ul></div>`
}

/** Moves to the control of a field, or to the first one of its rows; a picker is typed into beside what it sends. */
function focusField({ currentTarget }: Event, name: string): void {
  const form = (currentTarget as HTMLElement).closest('form')
  const control = form?.querySelector<HTMLElement>(`[name="${name}"], [name^="${name}."]`)
  const picker = control?.closest('.picker')?.querySelector('input')
  ;(picker ?? control)?.focus()
}
